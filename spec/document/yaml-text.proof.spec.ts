import { spawnSync } from 'node:child_process'
import { expect } from 'chai'
import { toYAML } from 'fieldstone'
import { YAML_CASES } from '../support/yaml-cases.js'

/** Reads YAML by PyYAML's loaders in Python, and by libyaml's, and prints the JSON of each. */
const READS = `
import json, sys, yaml
text = sys.stdin.buffer.read()
loaders = [yaml.SafeLoader] + ([yaml.CSafeLoader] if yaml.__with_libyaml__ else [])
print(json.dumps([yaml.load(text, loader) for loader in loaders]))
`

describe('The document as YAML, read by another reader', () => {
  it('is the same JSON to PyYAML and libyaml', async function () {
    this.timeout(60_000)
    if (spawnSync('python3', ['-c', 'import yaml']).status !== 0) return this.skip()
    const read = spawnSync('python3', ['-c', READS], { input: await toYAML(YAML_CASES), maxBuffer: 64 * 1024 * 1024 })
    expect(read.status, String(read.stderr)).to.equal(0)
    for (const json of JSON.parse(String(read.stdout)) as unknown[]) expect(json).to.deep.equal(YAML_CASES)
  })
})
