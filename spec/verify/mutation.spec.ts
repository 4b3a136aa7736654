import { linkSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { expect } from 'chai'
import type { Application } from '../../src/application/application.js'
import { bootstrap } from '../../src/application/bootstrap.js'
import type { Service } from '../../src/application/service.js'
import { formatReport } from '../../src/verify/report/format-report.js'
import { verify } from '../../src/verify/verify.js'
import { BUILD, moduleOf, modules } from '../support/build.js'
import { cases, isDeep, seed } from '../support/chance.js'
import { MISTAKES, type Mistake } from './mistakes.js'
import { wideApplication } from './wide-application.js'

/** The application, as a path below the build. */
const APPLICATION = relative(BUILD, fileURLToPath(new URL('wide-application.js', import.meta.url)))

/** Where class-validator keeps the rules of all classes; looking one up takes longer the more classes there are. */
const RULES = globalThis as { classValidatorMetadataStorage?: unknown }

/** Where the copies find what plants their mistakes. */
const PLANTS = globalThis as { plantMistake?: Mistake['plant'] }

/**
 * Copies the framework and the wide application into a folder, with the mistake: a function or class that a module
 * declares is a variable of that module, so that one more statement there changes it for all that import it.
 */
function copyWith({ name }: Mistake, folder: string): void {
  const mistaken = moduleOf(name)
  for (const module of [...modules(), APPLICATION]) {
    const [from, to] = [join(BUILD, module), join(folder, module)]
    mkdirSync(dirname(to), { recursive: true })
    if (module !== mistaken) linkSync(from, to)
    else writeFileSync(to, `${readFileSync(from, 'utf8')}\n${name} = globalThis.plantMistake(${name})\n`)
  }
}

async function mistakenService(mistake: Mistake, folder: string): Promise<Service> {
  copyWith(mistake, folder)
  const load = (module: string) => import(pathToFileURL(join(folder, module)).href)
  PLANTS.plantMistake = mistake.plant
  const mutant = (await load(moduleOf('bootstrap'))) as { bootstrap(application: Application): Promise<Service> }
  const { wideApplication } = (await load(APPLICATION)) as { wideApplication: Application }
  return mutant.bootstrap(wideApplication)
}

describe('verify finds the mistakes of a framework', () => {
  let folder: string
  let rules: unknown

  before(() => {
    rules = RULES.classValidatorMetadataStorage
    mkdirSync('.build', { recursive: true })
    // Each copy of the framework adds its own, which stay until the end of the process.
    process.setMaxListeners(process.getMaxListeners() + MISTAKES.length)
    // Inside of the repository, so that the copies find their dependencies.
    folder = mkdtempSync(join('.build', 'mistakes-'))
  })

  after(() => {
    RULES.classValidatorMetadataStorage = rules
    delete PLANTS.plantMistake
    rmSync(folder, { recursive: true, force: true })
  })

  const options = { seed: seed(11), shrinkRuns: 0, maxDisagreements: 1 }

  it('and nothing where there is none', async () => {
    const report = await verify(await bootstrap(wideApplication), { ...options, runs: cases(1_000, 12_000) })
    expect(formatReport(report)).to.match(/^(?:[A-Z].*\n)*\n?No disagreement/)
  })

  for (const [index, mistake] of MISTAKES.entries()) {
    const { what, name, at } = mistake
    it(`${name}: ${what}`, async () => {
      RULES.classValidatorMetadataStorage = undefined
      const service = await mistakenService(mistake, join(folder, String(index)))
      // Where it shows it is found soon; who looks for long finds it among all operations.
      const skip = ({ path }: { path: string }) => !isDeep && !path.startsWith(at)
      const report = await verify(service, { ...options, runs: cases(4_000, 12_000), skip })
      expect(report.disagreements, formatReport(report)).not.to.deep.equal([])
    })
  }

  it('and says which function a mistake was to be made in that there is no more', () => {
    expect(() =>
      copyWith({ what: '', name: 'noSuchFunction', plant: () => {}, at: '/' }, join(folder, 'none'))
    ).to.throw('One module has to declare and export noSuchFunction, and no module of the build does')
  })
})
