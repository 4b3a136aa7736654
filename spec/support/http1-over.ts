import { connect as connectTcp, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { ListenOptions } from 'fieldstone'
import { TLS } from './test-certificate.js'

/** The ways in which a server gets HTTP/1.1: what it listens with, and how a client connects. */
export const HTTP1_OVER: readonly (readonly [what: string, listen: ListenOptions, open: (port: number) => Socket])[] = [
  ['HTTP', {}, (port) => connectTcp(port, '127.0.0.1')],
  ['HTTPS', { tls: TLS }, (port) => connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false })],
  [
    'HTTPS beside HTTP/2, by ALPN',
    { tls: TLS, http2: true },
    (port) => connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false, ALPNProtocols: ['http/1.1'] })
  ]
]
