import { type Hooks } from 'fieldstone'
import { serviceOf } from './applications.js'
import { openSocket, until } from './one-handler.js'

/**
 * Sends requests whose clients leave before the response has ended, and waits until the hooks were told: to `/begun` and to
 * `/failing` after the head of a 202 and of a 500, and to `/silent` before anything was sent.
 */
export async function leave(hooks: Hooks): Promise<void> {
  const begun = new Set<string>()
  const ended = new Set<string | undefined>()
  const service = await serviceOf([], {
    hooks: [hooks, { onResponse: ({ template }) => ended.add(template) }],
    routes: (router) => {
      for (const [path, status] of [
        ['/begun', 202],
        ['/failing', 500],
        ['/silent', undefined]
      ] as const) {
        router.get(path, (_req, res) => {
          if (status !== undefined) res.writeHead(status).write('begun')
          begun.add(path)
        })
      }
    }
  })
  const { port } = await service.listen({ port: 0, host: '127.0.0.1', signals: false })
  try {
    for (const path of ['/begun', '/failing', '/silent']) {
      const socket = await openSocket(port)
      socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)
      await until(() => begun.has(path))
      socket.destroy()
      await until(() => ended.has(path))
    }
  } finally {
    await service.close({ deadline: 100 })
  }
}
