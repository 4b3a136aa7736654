import { readFileSync } from 'node:fs'

/** What other tools say of the pairs, by the name of the tool and the title of the pair. */
export type PeerVerdicts = Readonly<Record<string, Readonly<Record<string, string>>>>

/** As `npm run diff:compare -- --write` has written them. */
export function peerVerdicts(): PeerVerdicts {
  return JSON.parse(readFileSync('spec/diff/peer-verdicts.json', 'utf8'))
}
