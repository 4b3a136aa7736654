/** The texts that are turned into code meanwhile. */
export function textsOfCode(work: () => void): string[] {
  const { Function: given } = globalThis
  const texts: string[] = []
  globalThis.Function = new Proxy(given, {
    construct: (target, args: string[], newTarget) => {
      texts.push(args.at(-1) as string)
      return Reflect.construct(target, args, newTarget)
    }
  })
  try {
    work()
  } finally {
    globalThis.Function = given
  }
  return texts
}
