import { EventEmitter } from 'node:events'
import { expect } from 'chai'
import {
  BootstrapError,
  type ConcreteClass,
  type Container,
  Controller,
  DefaultContainer,
  Get,
  Injectable,
  SetupError
} from 'fieldstone'
import { serviceOf, setupErrorsOf } from '../support/applications.js'

class Clock {
  readonly now = () => 42
}

@Injectable()
class Store {
  constructor(readonly clock: Clock) {}
}

@Controller('/a')
class A {
  constructor(
    readonly store: Store,
    readonly clock: Clock
  ) {}
  @Get()
  now() {
    return this.store.clock.now()
  }
}

@Controller('/b')
class B {
  constructor(readonly store: Store) {}
  @Get()
  now() {
    return this.store.clock.now()
  }
}

describe('the default container', () => {
  it('fills constructors by the types of their parameters, one instance a class', () => {
    const container = new DefaultContainer()
    const a = container.get(A)
    expect(a).to.be.instanceOf(A)
    expect(a.store).to.be.instanceOf(Store)
    expect(a.store.clock).to.equal(a.clock)
    expect(container.get(B).store).to.equal(a.store)
    expect(container.get(A)).to.equal(a)
  })

  it('constructs the controllers of an application', async () => {
    const service = await serviceOf([A, B])
    expect((await service.inject('/a')).json()).to.equal(42)
    expect((await service.inject('/b')).json()).to.equal(42)
  })

  it('uses the instance that was set, also for an abstract class', async () => {
    abstract class Mailer {
      abstract readonly name: string
    }
    @Controller()
    class Mail {
      constructor(readonly mailer: Mailer) {}
      @Get()
      name() {
        return this.mailer.name
      }
    }
    class Pigeon extends Mailer {
      readonly name = 'pigeon'
    }
    const service = await serviceOf([Mail], { container: new DefaultContainer().set(Mailer, new Pigeon()) })
    expect((await service.inject('/')).json()).to.equal('pigeon')
  })

  it('shares its instances between the applications that it is given to, and no other', async () => {
    @Injectable()
    class Counter {
      count = 0
    }
    @Controller()
    class Counting {
      constructor(readonly counter: Counter) {}
      @Get()
      count() {
        return ++this.counter.count
      }
    }
    const container = new DefaultContainer()
    const [first, second, other] = [
      await serviceOf([Counting], { container }),
      await serviceOf([Counting], { container }),
      await serviceOf([Counting])
    ]
    expect((await first.inject('/')).json()).to.equal(1)
    expect((await second.inject('/')).json()).to.equal(2)
    expect((await other.inject('/')).json()).to.equal(1)
  })

  it('leaves a parameter with a default alone', () => {
    @Injectable()
    class Limited {
      constructor(
        readonly clock: Clock,
        readonly limit = 10,
        readonly name: string = 'limited'
      ) {}
    }
    expect(new DefaultContainer().get(Limited)).to.deep.include({ limit: 10, name: 'limited' })
  })

  it('supplies the arguments of an inherited constructor, and of a base class without decorators', () => {
    @Injectable()
    class Base {
      constructor(readonly store: Store) {}
    }
    @Injectable()
    class Derived extends Base {}
    expect(new DefaultContainer().get(Derived).store).to.be.instanceOf(Store)

    class Plain {
      constructor(readonly store: Store) {}
    }
    @Injectable()
    class DerivedFromPlain extends Plain {}
    expect(() => new DefaultContainer().get(DerivedFromPlain)).to.throw(
      "CONTROLLER_INVALID: the types of the parameters of Plain's constructor are not known, DerivedFromPlain; decorate Plain with @Injectable("
    )
  })

  it("constructs what extends a class of Node's own", () => {
    class Bus extends EventEmitter {}
    @Injectable()
    class Publisher {
      constructor(readonly bus: Bus) {}
    }
    expect(new DefaultContainer().get(Publisher).bus).to.be.instanceOf(EventEmitter)
  })

  const refused = (type: ConcreteClass, message: string) => {
    expect(() => new DefaultContainer().get(type)).to.throw(SetupError, message)
  }

  it('explains constructors whose types are not known', () => {
    class Undecorated {
      constructor(readonly clock: Clock) {}
    }
    refused(
      Undecorated,
      "CONTROLLER_INVALID: the types of the parameters of Undecorated's constructor are not known, Undecorated; " +
        'decorate Undecorated with @Injectable(() => [FirstClass, SecondClass]), or with @Injectable() and compile with ' +
        '"emitDecoratorMetadata": true, or give the application a container.'
    )
  })

  it('supplies a listed class to a parameter that has a default, too', () => {
    @Injectable(() => [Store, Clock])
    class WithDefault {
      constructor(
        readonly store: Store,
        readonly clock: unknown = 'default'
      ) {}
    }
    const container = new DefaultContainer()
    expect(container.get(WithDefault).clock).to.equal(container.get(Clock))
  })

  it('supplies the listed classes, whatever the types of the parameters are', () => {
    @Injectable(() => [Store, Later])
    class Listed {
      constructor(
        readonly store: unknown,
        readonly later: unknown
      ) {}
    }
    class Inheriting extends Listed {}
    @Injectable(() => [Clock])
    class Later {
      constructor(readonly clock: { now(): number }) {}
    }
    const container = new DefaultContainer()
    const listed = container.get(Listed)
    expect(listed.store).to.equal(container.get(Store))
    expect(listed.later).to.equal(container.get(Later))
    expect(container.get(Later).clock.now()).to.equal(42)
    expect(container.get(Inheriting).store).to.equal(listed.store)

    class Old {
      constructor(readonly store: Store) {}
    }
    // A function of old is no class, although it has a prototype.
    Injectable(function listed() {
      return [Store]
    })(Old)
    expect(container.get(Old).store).to.equal(listed.store)
  })

  it('explains lists that do not fit the constructor', () => {
    const listing = (list: unknown) => {
      class Listing {
        constructor(
          readonly store: Store,
          readonly clock: Clock
        ) {}
      }
      Injectable(list as () => [typeof Store, typeof Clock])(Listing)
      return Listing
    }
    const place = 'Listing; list one class for each parameter, in their order.'
    refused(
      listing(() => [Store]),
      `CONTROLLER_INVALID: @Injectable of Listing lists 1 classes, and its constructor has 2 parameters, ${place}`
    )
    refused(
      listing(() => [Store, undefined]),
      'CONTROLLER_INVALID: entry 2 in @Injectable of Listing is not a class, Listing;'
    )
    refused(
      listing(() => [Store, String]),
      'entry 2 in @Injectable of Listing is not a class'
    )
    refused(
      listing([Store, Clock]),
      '@Injectable of Listing has no function that returns a list, Listing; write @Inject'
    )
    expect(() => (Injectable as unknown as (target: unknown) => unknown)(Store)).to.throw(
      'DECORATOR_MISPLACED: @Injectable is not called, Store; write @Injectable().'
    )
  })

  it('explains parameters whose types are not classes, with the chain of dependencies', () => {
    @Injectable()
    class Connection {
      constructor(
        readonly clock: Clock,
        readonly url: string
      ) {}
    }
    @Injectable()
    class Repository {
      constructor(readonly connection: Connection) {}
    }
    refused(
      Repository,
      "CONTROLLER_INVALID: the type of parameter 2 of Connection's constructor is not a class, Repository → Connection; " +
        'use a class (imported as a value, not by `import type`), or give the application a container.'
    )
    @Injectable()
    class Structural {
      constructor(readonly shape: { size: number }) {}
    }
    refused(Structural, "the type of parameter 1 of Structural's constructor is not a class, Structural;")
  })

  it('explains constructors that need each other', () => {
    @Injectable()
    class Chicken {
      constructor(readonly egg: object) {}
    }
    @Injectable()
    class Egg {
      constructor(readonly chicken: Chicken) {}
    }
    // What two modules that import each other would emit.
    Reflect.defineMetadata('design:paramtypes', [Egg], Chicken)
    refused(
      Egg,
      'CONTROLLER_INVALID: the constructors depend on each other, Egg → Chicken → Egg; remove one of these dependencies.'
    )
  })

  it('checks each class once, however many need it', () => {
    let last: ConcreteClass = Clock
    for (let level = 0; level < 40; level++) {
      const next = class {
        constructor(
          readonly left: object,
          readonly right: object
        ) {}
      }
      Reflect.defineMetadata('design:paramtypes', [last, last], next)
      last = next
    }
    const top = new DefaultContainer().get(last) as { left: unknown; right: unknown }
    expect(top.left).to.equal(top.right)
  })

  it('constructs nothing when anything of the application is wrong', async () => {
    let constructed = 0
    @Controller('/counted')
    class Counted {
      constructor() {
        constructed++
      }
      @Get()
      get() {}
    }
    @Controller('/broken')
    class Broken {
      constructor(readonly name: string) {}
      @Get()
      get() {}
    }
    const errors = await setupErrorsOf([Counted, Broken])
    expect(errors.map(({ place }) => place)).to.deep.equal(['Broken'])
    expect(constructed).to.equal(0)
  })
})

describe('a container of the application', () => {
  it('is called once for each controller, and may return a promise', async () => {
    const asked: ConcreteClass[] = []
    const store = new Store(new Clock())
    const container: Container = {
      async get(type) {
        asked.push(type)
        await new Promise(setImmediate)
        return new type(store, store.clock)
      }
    }
    const service = await serviceOf([A, B], { container })
    await service.inject('/a')
    await service.inject('/a')
    expect((await service.inject('/b')).json()).to.equal(42)
    expect(asked).to.deep.equal([A, B])
  })

  it('need not know how the default container constructs', async () => {
    @Controller()
    class Named {
      constructor(readonly name: string) {}
      @Get()
      get() {
        return this.name
      }
    }
    const service = await serviceOf([Named], { container: { get: (type) => new type('given') } })
    expect((await service.inject('/')).json()).to.equal('given')
  })

  it('and constructors that fail are setup errors with their cause, all of them', async () => {
    const cause = new Error('no database')
    @Controller('/one')
    class One {
      constructor() {
        throw cause
      }
      @Get()
      get() {}
    }
    @Controller('/two')
    class Two {
      @Get()
      get() {}
    }
    let thrown: unknown
    try {
      await serviceOf([One, Two], { container: { get: (type) => (type === Two ? (undefined as never) : new type()) } })
    } catch (error) {
      thrown = error
    }
    expect(thrown).to.be.instanceOf(BootstrapError)
    const { errors } = thrown as BootstrapError
    expect(errors.map(({ message }) => message)).to.deep.equal([
      'CONTROLLER_INVALID: constructing the controller failed: no database, One; see the cause of this error.',
      'CONTROLLER_INVALID: constructing the controller failed: the container returned undefined, Two; see the cause of this error.'
    ])
    expect(errors[0]?.cause).to.equal(cause)
  })

  it('that returns the class itself is rejected', async () => {
    const [error] = await setupErrorsOf([A], { container: { get: (type) => type as never } })
    expect(error?.message).to.contain('the container returned a function, A;')
  })
})
