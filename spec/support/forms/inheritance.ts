import { type ConcreteClass, Controller, Field, Get, Integer, Record, Returns } from 'fieldstone'

/** New classes at each call, so that a spec decides which of them is read first. */
export function makeParent() {
  @Record({ unknownFields: 'reject' })
  class Parent {
    @Field(() => String, { optional: true, maxLength: 3 }) name: string | undefined = undefined
    @Field(() => Integer) id!: number
  }
  return Parent
}

export function makeChild(Parent: ConcreteClass<{ name: string | undefined; id: number }>) {
  class Child extends Parent {
    @Field(() => String, { maxLength: 5 }) override name = 'none'
    @Field(() => Boolean) isNew!: boolean
  }
  return Child
}

export function makeGrandchild(Child: ConcreteClass<{ isNew: boolean }>) {
  return class Grandchild extends Child {}
}

export function makeBaseController() {
  class BaseController {
    @Get('/name')
    @Returns(200, String)
    name(): string {
      return 'base'
    }

    @Get('/kind')
    @Returns(200, String)
    kind(): string {
      return 'base'
    }
  }
  return BaseController
}

export function makeController(Base: ConcreteClass<{ name(): string; kind(): string }>) {
  @Controller('/things')
  class ThingController extends Base {
    @Get('/kind')
    @Returns(200, Integer)
    override kind(): never {
      return 7 as never
    }
  }
  return ThingController
}
