import { expect } from 'chai'
import { patternCost } from 'fieldstone-pattern-cost'

const { raw } = String

/** The verdict on a pattern: `safe`, how its time grows, or `unknown`. */
function verdict(source: string, flags = 'u'): string {
  const { growth, isCheap } = patternCost(source, flags)
  if (growth.kind === 'bounded') return isCheap(Number.POSITIVE_INFINITY) ? 'safe' : 'many ways'
  return growth.kind === 'polynomial' ? `power ${growth.degree + 1}` : growth.kind
}

const PATTERNS: readonly (readonly [source: string, verdict: string, flags?: string])[] = [
  // Names, slugs, identifiers
  [raw`^[a-z]+(-[a-z]+)*$`, 'safe'],
  [raw`^[a-z0-9]+(?:-[a-z0-9]+)*$`, 'safe'],
  [raw`^[A-Za-z_$][\w$]*$`, 'safe'],
  [raw`^@?(\w){1,15}$`, 'safe'],
  [raw`^(?!.*\.\.)[a-z.]+$`, 'safe'],
  [raw`^[\p{L}\p{M}' -]+$`, 'safe'],
  [raw`^\p{Lu}\p{Ll}+( \p{Lu}\p{Ll}+)*$`, 'safe'],
  [raw`^[A-Za-z]+(?:[ '-][A-Za-z]+)*$`, 'safe'],
  [raw`^(\w+\s)*\w+$`, 'safe'],
  [raw`^[a-z]+(?<!admin)$`, 'safe'],
  [raw`^(?!admin$)[a-z]+$`, 'safe'],
  [raw`^[a-z\d](?:[a-z\d]|-(?=[a-z\d])){0,38}$`, 'safe', 'i'],
  [raw`^[a-z][a-z0-9_]*$`, 'safe', 'i'],
  [raw`^[a-z]+(?:\s[a-z]+)*$`, 'safe', 'i'],
  [raw`^(?:\w+\W)*$`, 'safe', 'iu'],
  [raw`^(?:[^a]+a)*$`, 'safe', 'i'],
  // Numbers, versions, money
  [
    raw`^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-((?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\.(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?(?:\+([0-9a-zA-Z-]+(?:\.[0-9a-zA-Z-]+)*))?$`,
    'safe'
  ],
  [raw`^v?\d+\.\d+\.\d+$`, 'safe'],
  [raw`^-?\d+(\.\d+)?$`, 'safe'],
  [raw`^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$`, 'safe'],
  [raw`^\$?\d{1,3}(,\d{3})*(\.\d{2})?$`, 'safe'],
  [raw`^(\d+,)*\d+$`, 'safe'],
  [raw`^(\*|\d+|\d+-\d+)(,(\*|\d+|\d+-\d+))*$`, 'safe'],
  [raw`^#?([a-f0-9]{6}|[a-f0-9]{3})$`, 'safe'],
  // Dates and times
  [raw`^\d{4}-\d{2}-\d{2}$`, 'safe'],
  [raw`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$`, 'safe'],
  [raw`^([01]\d|2[0-3]):[0-5]\d$`, 'safe'],
  [raw`^P(?:\d+Y)?(?:\d+M)?(?:\d+D)?(?:T(?:\d+H)?(?:\d+M)?(?:\d+(?:\.\d+)?S)?)?$`, 'safe'],
  // Assigned codes
  [raw`^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$`, 'safe'],
  [raw`^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$`, 'safe'],
  [raw`^\d{5}(-\d{4})?$`, 'safe'],
  [raw`^[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$`, 'safe'],
  [raw`^(?:4\d{12}(?:\d{3})?|5[1-5]\d{14})$`, 'safe'],
  [raw`^[0-9a-fA-F]{24}$`, 'safe'],
  [raw`^[a-z]{2}(-[A-Z]{2})?$`, 'safe'],
  // Telephones
  [raw`^\+?[1-9]\d{1,14}$`, 'safe'],
  [raw`^\+?[0-9 ()-]{7,20}$`, 'safe'],
  [raw`^\(?\d{3}\)?[-. ]?\d{3}[-. ]?\d{4}$`, 'safe'],
  // E-mail and the network
  [raw`^[a-zA-Z0-9._%+-]+@[a-zA-Z0-9.-]+\.[a-zA-Z]{2,}$`, 'safe'],
  [raw`^[^@\s]+@[^@\s]+$`, 'safe'],
  [raw`^[^@\s]+@[^@\s]+\.[^@\s]+$`, 'power 2'],
  [raw`^\S+@\S+\.\S+$`, 'power 3'],
  [raw`\S+@\S+\.\S+`, 'power 3'],
  [raw`^\w+([.-]?\w+)*@\w+([.-]?\w+)*(\.\w{2,3})+$`, 'exponential'],
  [raw`^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,}$`, 'safe'],
  [raw`^([a-zA-Z0-9]([a-zA-Z0-9-]*[a-zA-Z0-9])?\.)+[a-zA-Z]{2,}$`, 'safe'],
  [raw`^((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.|$)){4}$`, 'safe'],
  [raw`^https?://`, 'safe'],
  [raw`^https?://[^\s/$.?#].[^\s]*$`, 'safe'],
  [raw`^(?:[0-9A-Fa-f]{2}[:-]){5}[0-9A-Fa-f]{2}$`, 'safe'],
  [raw`^data:image/\w+;base64,`, 'safe'],
  // Encodings
  [raw`^[A-Za-z0-9+/]+={0,2}$`, 'safe'],
  [raw`^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$`, 'safe'],
  [raw`^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$`, 'safe'],
  // Files and paths
  [raw`^.+\.(png|jpg)$`, 'safe'],
  [raw`\.(png|jpe?g|gif)$`, 'safe', 'i'],
  [raw`^(?:/[\w.-]+)+$`, 'safe'],
  [raw`^(/[^/]+)+/?$`, 'safe'],
  [raw`^/(?:[^/]+/?)*$`, 'exponential'],
  [raw`^[a-zA-Z]:\\(?:[^\\]+\\)*[^\\]*$`, 'safe'],
  // Passwords
  [raw`^(?=.*[a-z])(?=.*[A-Z])(?=.*\d).{8,}$`, 'safe'],
  [raw`^(?=.*[A-Za-z])(?=.*\d)[A-Za-z\d]{8,}$`, 'safe'],
  // Text
  [raw`\S`, 'safe'],
  [raw`[a-z]+`, 'safe'],
  [raw`^.*$`, 'safe'],
  [raw`^.{1,100}$`, 'safe'],
  [raw`^[\x20-\x7E]*$`, 'safe'],
  [raw`^(?!\s*$).+`, 'safe'],
  [raw`^\S(.*\S)?$`, 'safe'],
  [raw`^[^,]+(,[^,]+)*$`, 'safe'],
  [raw`^\s*\w+\s*$`, 'safe'],
  [raw`^\s*(.*?)\s*$`, 'power 3'],
  [raw`\s+$`, 'power 2'],
  [raw`^.*foo.*$`, 'power 2', ''],
  [raw`foo.*bar`, 'power 2'],
  [raw`^\d+\.?\d*$`, 'power 2'],
  [raw`^<([a-z]+)>.*</\1>$`, 'power 2'],
  [raw`^(\d{3}) \1$`, 'safe'],
  [raw`^(["'])[^"']*\1$`, 'safe'],
  [raw`^(?:([-:])\w\w\1)+$`, 'safe'],
  [raw`^[a-z]{1,50}[a-z0-9]{1,50}$`, 'safe'],
  [raw`^[a-z]{1,5000}$`, 'safe'],
  // The ill-famed
  [raw`^(a+)+$`, 'exponential'],
  [raw`^(a|a)+$`, 'exponential'],
  [raw`^(a|aa)+$`, 'exponential'],
  [raw`^(a|b|ab)*c`, 'exponential'],
  [raw`^(a*)*$`, 'exponential'],
  [raw`^(\w+\s?)*$`, 'exponential'],
  [raw`^([a-zA-Z0-9]+\s?)+$`, 'exponential'],
  [raw`^(\d+,?)+$`, 'exponential'],
  [raw`(?=(a+)+b)a`, 'exponential'],
  [raw`^(k|\u212a)+$`, 'exponential', 'iu'],
  [raw`^(?:\W|\u017f)+$`, 'exponential', 'i'],
  // The same characters, by escapes that only Annex B allows
  [raw`^(?:[\8]|8)+$`, 'exponential', ''],
  [raw`^(?:[\477]|')+$`, 'exponential', ''],
  [raw`^(?:[\c1]|\x11)+$`, 'exponential', ''],
  [raw`^(?:\c!|\\c!)+$`, 'exponential', ''],
  [raw`^(?:\11|\t)+$`, 'exponential', ''],
  [raw`^(?:(?<𝒜>a)|a)+$`, 'exponential', ''],
  [raw`^(?:\p{Cs}|[\ud800-\udfff])+$`, 'exponential'],
  [raw`^(?:[ab]*c|a)*`, 'power 2'],
  [raw`(a?){25}a{25}`, 'many ways'],
  [raw`^(a{1,10}){1,10}$`, 'many ways'],
  // References, and what is asserted
  [raw`^(a+)\1$`, 'power 2'],
  [raw`(a*)\1$`, 'power 3'],
  [raw`^(.)\1*$`, 'safe'],
  [raw`^(?!.*(.).*\1).+$`, 'power 2'],
  [raw`(?:\b\w+\b)*`, 'exponential'],
  [raw`(?:(?=a)a|b)*`, 'safe'],
  [raw`^(?=.*a)(?=.*b).*$`, 'safe'],
  [raw`(?!a+$)b`, 'power 2'],
  [raw`^(?:a|^b|c$)*d`, 'safe'],
  // Loops that may read nothing
  [raw`(?:(?:a?)*)*b`, 'exponential'],
  [raw`(?:a?b?)*`, 'safe'],
  [raw`(?:\b|a)*`, 'safe'],
  [raw`(?:|a|)b`, 'safe'],
  // Sets that overlap, or do not
  [raw`[a-c]+[b-d]+[c-e]+$`, 'power 4'],
  [raw`^[a-cx-z]+[c-x]+$`, 'power 2'],
  [raw`^\p{ASCII}+\p{Cs}+$`, 'safe'],
  [raw`^(?:\p{Script=Greek}|α)+$`, 'exponential'],
  // Counted
  [raw`^a{401}$`, 'safe'],
  [raw`^a{1,1000}$`, 'safe'],
  [raw`^(?:a{8,}b){41}$`, 'safe'],
  [raw`^(a{1,100}){1,100}$`, 'exponential'],
  [raw`^(?:(?:a?){9}b)*$`, 'exponential'],
  // Not analyzed
  [raw`(?<=a{64})b`, 'safe'],
  [raw`(?<=a{65})b`, 'unknown'],
  [raw`^(?:a?){200}$`, 'unknown'],
  ['a'.repeat(400), 'safe'],
  ['a'.repeat(401), 'unknown'],
  [raw`[a&&b]+`, 'unknown', 'v'],
  [raw`[\q{a|b}]`, 'unknown', 'v'],
  [raw`(?<=(a+)+)b`, 'unknown'],
  [raw`^[\p{L}--[a-z]]+$`, 'unknown', 'v'],
  [raw`^\p{RGI_Emoji}$`, 'unknown', 'v'],
  [raw`^[a-z]+$`, 'safe', 'v'],
  [raw`^(?<year>\d+)-\k<year>$`, 'safe'],
  [raw`^(?<year>\d+)\k<year>$`, 'power 2']
]

describe('The cost of a pattern', () => {
  for (const [source, expected, flags] of PATTERNS) {
    it(`is ${expected}: /${source}/${flags ?? 'u'}`.replace(/a{100,}/, 'a…'), () =>
      expect(verdict(source, flags)).to.equal(expected)
    )
  }

  it('has a round length up to which a costly pattern is cheap: the faster it grows, the shorter', () => {
    const lengths = ['^[^@]+@[^@]+\\.[^@]+$', '^\\S+@\\S+\\.\\S+$', '^(a+)+$', '^(\\w+\\s?)*$', '(a?){25}a{25}']
    expect(lengths.map((source) => patternCost(source, 'u').cheapLength)).to.deep.equal([1000, 50, 12, 8, undefined])
  })

  const lengths: readonly (readonly [source: string, length: number | undefined])[] = [
    ['^\\w*-$', 1000],
    ['^(a{44}|a{45})*$', 500],
    ['^(a{20}|a{21})*$', 200],
    ['^(a{10}|a{11})*$', 100],
    ['^\\w*\\w*\\w*-$', 50],
    ['^(aaa|aaaa)*$', 30],
    ['^\\w*\\w*\\w*\\w*-$', 20],
    ['^\\w*\\w*\\w*\\w*\\w*-$', 15],
    ['^\\w*\\w*\\w*\\w*\\w*\\w*-$', 12],
    ['^\\w*\\w*\\w*\\w*\\w*\\w*\\w*-$', 10],
    ['^(a|ab|b)*$', 8],
    ['^(a|a|a)*$', 6],
    ['^(a|a|a|a)*$', undefined]
  ]
  for (const [source, length] of lengths) {
    it(`is low up to ${length ?? 'no useful'} characters: /${source}/`, () =>
      expect(patternCost(source, 'u').cheapLength).to.equal(length))
  }

  it('is that of the pattern with its flags', () => {
    expect(verdict('^(a|A)+$', '')).to.equal('safe')
    expect(verdict('^(a|A)+$', 'i')).to.equal('exponential')
    expect(verdict('^(.|\\n)+$', '')).to.equal('safe')
    expect(verdict('^(.|\\n)+$', 's')).to.equal('exponential')
    expect(verdict('^[^x]+^.+$', '')).to.equal('safe')
    expect(verdict('^[^x]+^.+$', 'm')).to.equal('power 3')
  })

  it('of an unknown expression is never called low', () => {
    const { growth, cheapLength, isCheap } = patternCost('(?<=(a+)+)b', 'u')
    expect({ growth, cheapLength, isCheap: isCheap(1) }).to.deep.equal({
      growth: { kind: 'unknown' },
      cheapLength: undefined,
      isCheap: false
    })
  })

  it('of a text is low up to the length that is said, and of a longer one where the ways allow it', () => {
    const cost = patternCost('^(a+)+$', 'u')
    expect([1, 12, 20, 100_000, Number.POSITIVE_INFINITY].map(cost.isCheap)).to.deep.equal([
      true,
      true,
      false,
      false,
      false
    ])
    const quadratic = patternCost(raw`^\w*-$`, 'u')
    expect([1000, 100_000, Number.POSITIVE_INFINITY].map(quadratic.isCheap)).to.deep.equal([true, true, true])
  })
})
