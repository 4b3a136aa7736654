import { expect } from 'chai'
import { getMetadataStorage, IsEmail, IsInt, IsOptional, IsString, Length, Validate, ValidateIf } from 'class-validator'
import type { ValidationSelection } from '../../../src/record/library/metadata-storage.js'
import { metadataOf, ownMetadata } from '../../../src/record/library/validation-metadata.js'
import { expectWholeList } from '../../support/whole-list.js'

class Always {
  validate() {
    return true
  }
}
class Never {
  validate() {
    return false
  }
}

class Base {
  @IsString() plain!: string
  @IsString({ groups: ['a'] }) inA!: string
  @IsString({ groups: ['a', 'b'] }) inBoth!: string
  @IsString({ always: true }) always!: string
  @IsString({ always: false }) never!: string
  @IsString({ always: true, groups: ['b'] }) alwaysInB!: string
  @IsString({ always: false, groups: ['b'] }) inB!: string
  @IsString({ groups: [] }) inNone!: string
  @IsOptional({ groups: ['a'] }) @IsInt() optional?: number
  @Validate(Always) @Length(1, 2) custom!: string
}

class Derived extends Base {
  @IsString({ groups: ['b'] }) declare plain: string
  @IsEmail({}, { groups: ['b'] }) declare inA: string
  @ValidateIf(() => true, { groups: ['a'] }) @IsString() own!: string
  @Validate(Never) declare custom: string
}

class Last extends Derived {
  @IsInt({ each: true }) declare plain: never
  @Length(3, 4, { groups: ['a'] }) declare custom: string
}

class Bare extends Base {}
class Alone {}

const SELECTIONS: readonly ValidationSelection[] = [[], ['a'], ['b'], ['a', 'b'], ['c']].flatMap((groups) =>
  [false, true].flatMap((always) => [false, true].map((strictGroups) => ({ groups, always, strictGroups })))
)

const shown = (metadata: { propertyName: string; name?: string | undefined; type: string; target: unknown }) =>
  `${(metadata.target as { name: string }).name}.${metadata.propertyName} ${metadata.name ?? metadata.type}`

describe('The metadata of class-validator', () => {
  it('are selected by groups as selection-list.txt says, as class-validator itself selects them', () => {
    const lines = [Base, Derived, Last, Bare, Alone].flatMap((target) => {
      const whole = metadataOf(target).map(shown)
      const selected = SELECTIONS.map((selection) => {
        const { groups, always, strictGroups } = selection
        const found = metadataOf(target, selection).map(shown)
        const storage = getMetadataStorage()
        const theirs = storage.getTargetValidationMetadatas(target, '', always, strictGroups, [...groups]).map(shown)
        expect(found.toSorted(), JSON.stringify(selection)).to.deep.equal(theirs.toSorted())
        const without = whole.filter((one) => !found.includes(one))
        const more = found.filter((one) => !whole.includes(one))
        const title = `[${groups}]${always ? ' always' : ''}${strictGroups ? ' strictly' : ''}`
        return `  ${title}: ${found.length}, without ${without.join(', ') || 'none'}${more.length === 0 ? '' : `; with ${more.join(', ')}`}`
      })
      return [`\n${target.name}: ${ownMetadata(target).length} of its own, ${whole.join(', ')}`, ...selected]
    })
    expectWholeList('record/library/selection-list.txt', lines)
  })
})
