/** What is known of a format: texts that have it, and an expression that every text of it matches. */
interface KnownFormat {
  readonly samples: readonly string[]
  readonly form: RegExp
}

const DATE = String.raw`\d{4}-\d\d-\d\d`
const TIME = String.raw`\d\d:\d\d:\d\d(\.\d+)?(z|[+-]\d\d:?(\d\d)?)`
const SCHEME = /^[a-z][a-z0-9+.-]*:/i

const FORMATS = byName<KnownFormat>({
  date: { samples: ['2024-02-29', '1999-12-31'], form: new RegExp(`^${DATE}$`) },
  time: { samples: ['10:20:30Z'], form: new RegExp(`^${TIME}$`, 'i') },
  'date-time': { samples: ['2024-02-29T10:20:30Z'], form: new RegExp(`^${DATE}[t\\s]${TIME}$`, 'i') },
  duration: { samples: ['P1D', 'PT2H'], form: /^P/ },
  email: { samples: ['a@example.com', 'someone.else@example.org'], form: /@/ },
  'idn-email': { samples: ['a@example.com'], form: /@/ },
  hostname: { samples: ['example.com'], form: /^[^\s@:/]+$/ },
  'idn-hostname': { samples: ['example.com'], form: /^[^\s@:/]+$/ },
  ipv4: { samples: ['192.0.2.1'], form: /^\d+\.\d+\.\d+\.\d+$/ },
  ipv6: { samples: ['2001:db8::1'], form: /^[0-9a-f:.]+$/i },
  uri: { samples: ['https://example.com/a'], form: SCHEME },
  url: { samples: ['https://example.com/a'], form: SCHEME },
  iri: { samples: ['https://example.com/a'], form: SCHEME },
  'uri-reference': { samples: ['/a', 'https://example.com/a'], form: /^\S*$/ },
  'iri-reference': { samples: ['/a'], form: /^\S*$/ },
  uuid: {
    samples: ['123e4567-e89b-42d3-a456-426614174000'],
    form: /^(urn:uuid:)?[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i
  },
  byte: { samples: ['YWJj', ''], form: /^[A-Za-z0-9+/\s]*={0,2}\s*$/ },
  'json-pointer': { samples: ['', '/a'], form: /^(\/|$)/ }
})

/** Formats that say nothing about which values there are. */
const ANNOTATIONS = new Set(['password', 'float', 'double', 'decimal', 'html', 'markdown', 'text', 'textarea'])

/** Formats whose texts have other formats, too. */
const WIDER = byName<readonly string[]>({
  email: ['idn-email'],
  hostname: ['idn-hostname'],
  uri: ['uri-reference', 'iri', 'iri-reference'],
  'uri-reference': ['iri-reference'],
  iri: ['iri-reference'],
  int32: ['int64', 'double'],
  float: ['double']
})

/** The integers of the formats that are ranges. */
export const RANGES = byName<readonly [number, number]>({
  int32: [-(2 ** 31), 2 ** 31 - 1],
  int64: [-(2 ** 63), 2 ** 63]
})

/** Without what every object inherits: a format of some document may be called `constructor`. */
function byName<Value>(members: Readonly<Record<string, Value>>): Readonly<Record<string, Value>> {
  return Object.assign(Object.create(null), members)
}

/** For which values a format says anything. */
export function formatType(format: string): 'number' | 'string' | undefined {
  if (format in RANGES || format === 'float' || format === 'double') return 'number'
  return format === 'password' ? undefined : 'string'
}

/** Whether every value of one format has the other. */
export function impliesFormat(format: string, wider: string): boolean {
  return format === wider || (WIDER[format] ?? []).includes(wider)
}

/** Texts that have the format. */
export function formatSamples(format: string): readonly string[] {
  return FORMATS[format]?.samples ?? []
}

/** Whether a value has a format; undefined where that is not known. */
export function hasFormat(format: string, value: string | number): boolean | undefined {
  if (ANNOTATIONS.has(format)) return true
  if (typeof value === 'number') {
    const range = RANGES[format]
    return range === undefined ? true : Number.isInteger(value) && value >= range[0] && value <= range[1]
  }
  if (format in RANGES) return true
  const known = FORMATS[format]
  if (known?.samples.includes(value)) return true
  return known !== undefined && !known.form.test(value) ? false : undefined
}
