/** The strongly connected components of the graph that the nodes reach: Tarjan's algorithm, without recursion. */
export function componentsOf(nodes: readonly number[], next: (node: number) => readonly number[]): number[][] {
  const indexes = new Map<number, number>()
  const lowest = new Map<number, number>()
  const open: number[] = []
  const isOpen = new Set<number>()
  const components: number[][] = []
  const work: { node: number; following: readonly number[]; at: number }[] = []
  const enter = (node: number): void => {
    indexes.set(node, indexes.size)
    lowest.set(node, indexes.get(node) as number)
    open.push(node)
    isOpen.add(node)
    work.push({ node, following: next(node), at: 0 })
  }
  const lower = (node: number, index: number) => lowest.set(node, Math.min(lowest.get(node) as number, index))
  for (const start of nodes) {
    if (indexes.has(start)) continue
    enter(start)
    for (let step = work.at(-1); step !== undefined; step = work.at(-1)) {
      const to = step.following[step.at]
      step.at += 1
      if (to !== undefined) {
        if (!indexes.has(to)) enter(to)
        else if (isOpen.has(to)) lower(step.node, indexes.get(to) as number)
        continue
      }
      work.pop()
      const parent = work.at(-1)
      if (parent !== undefined) lower(parent.node, lowest.get(step.node) as number)
      if (lowest.get(step.node) !== indexes.get(step.node)) continue
      const component: number[] = []
      for (let node = open.pop(); node !== undefined; node = open.pop()) {
        isOpen.delete(node)
        component.push(node)
        if (node === step.node) break
      }
      components.push(component)
    }
  }
  return components
}
