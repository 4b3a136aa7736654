const OCTET = '(?:\\d|[1-9]\\d|1\\d\\d|2[0-4]\\d|25[0-5])'

/** What JSON Schema can say of IP addresses. */
export const ipPattern = {
  /** RFC 3986, section 3.2.2: exactly the addresses, without leading zeros. */
  v4: `^(?:${OCTET}\\.){3}${OCTET}$`,
  /** The characters of RFC 4291's text form; their order would take a thousand characters to tell. */
  likeV6: '^[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*$',
  /** Of either version; a zone index may follow. */
  likeAny: '^[0-9A-Fa-f:.]+(?:%[0-9A-Za-z.]+)?$'
} as const
