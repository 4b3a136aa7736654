import { medianAndBound } from '../process/statistics.js'

/**
 * Fieldstone's figures beside those of every other subject in the same rounds, and the goals of a case. A goal
 * `{ to, atMost, figure }` names a subject, or `best` for the peer with the least median; its `figure` is `cpu` where it
 * names none. It is met where the upper 95 % bound of the median ratio is at most `atMost`.
 */
export function judge({ fieldstone, ...others }, goals) {
  const beside = (figure, name) =>
    medianAndBound(fieldstone.map((own, round) => own[figure] / others[name][round][figure]))
  const verdicts = []
  for (const figure of new Set(['cpu', ...goals.map((goal) => goal.figure ?? 'cpu')])) {
    const ratios = new Map(Object.keys(others).map((name) => [name, beside(figure, name)]))
    const peers = [...ratios.keys()].filter((name) => name !== 'raw')
    const best = peers.reduce((a, b) => (ratios.get(b).median > ratios.get(a).median ? b : a), peers[0])
    const own = goals.filter((goal) => (goal.figure ?? 'cpu') === figure)
    for (const [name, ratio] of ratios) {
      const atMost = Math.min(...own.filter(({ to }) => to === name || (to === 'best' && name === best)).map(limitOf))
      const to = name === best ? `${name} (best peer)` : name
      verdicts.push({ figure, to, ...ratio, atMost, isMet: ratio.bound <= atMost })
    }
    // What was left out cannot show that a goal is met.
    for (const { to, atMost } of own) {
      if (ratios.has(to) || (to === 'best' && best !== undefined)) continue
      verdicts.push({ figure, to, median: Number.NaN, bound: Number.NaN, atMost, isMet: false })
    }
  }
  return verdicts
}

function limitOf({ atMost }) {
  return atMost
}
