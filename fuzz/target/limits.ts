/**
 * The limits of the target and of the reference: small, so that a hang is seen soon; in milliseconds and bytes. The pauses
 * of deliveries stay far below them.
 */
export const SERVER_LIMITS = {
  headersTimeout: 500,
  requestTimeout: 700,
  keepAliveTimeout: 600,
  connectionsCheckingInterval: 100,
  maxHeaderSize: 8_192
} as const

/** How long a handler of the target may take: longer than a body may, so that a late body is a 408. */
export const HANDLER_TIMEOUT = 1_500

/** The largest body of the target. */
export const BODY_LIMIT = 4_096

/**
 * How long a connection may live after the client's last byte: the sum of the limits above, the 5 s that a client of
 * HTTP/2 may go on sending what is not read, the second that each 16,000 bytes of an answer in one piece add where its
 * window stays shut, and a margin for a busy machine.
 */
export const HANG_AFTER = 25_000
