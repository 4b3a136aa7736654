import { expect } from 'chai'
import {
  BootstrapError,
  type Context,
  Controller,
  Field,
  Get,
  Integer,
  Param,
  Post,
  Put,
  Query,
  Returns
} from 'fieldstone'
import { serviceOf, setupErrorsOf } from '../support/applications.js'

describe('setup errors of controllers', () => {
  const messages = async (...controllers: readonly unknown[]) =>
    (await setupErrorsOf(controllers)).map(({ message }) => message)

  it('report controllers that are not classes', async () => {
    @Controller()
    class ItemController {
      @Get()
      list() {}
    }
    const list = 'the list of controllers; list the controller classes themselves.'
    expect(
      await messages(undefined, null, new ItemController(), { a: 1 }, 'items', [ItemController], () => 1)
    ).to.deep.equal([
      `CONTROLLER_INVALID: undefined (perhaps because of a circular import) is not a class, ${list}`,
      `CONTROLLER_INVALID: null is not a class, ${list}`,
      `CONTROLLER_INVALID: an instance of ItemController is not a class, ${list}`,
      `CONTROLLER_INVALID: an instance of Object is not a class, ${list}`,
      `CONTROLLER_INVALID: items is not a class, ${list}`,
      `CONTROLLER_INVALID: a list is not a class, ${list}`,
      `CONTROLLER_INVALID: the function without a name is not a class, ${list}`
    ])
  })

  it('report a class without @Controller, even if its base class has one', async () => {
    @Controller()
    class Base {
      @Get()
      list() {}
    }
    class ItemController extends Base {}
    expect(await messages(ItemController)).to.deep.equal([
      'CONTROLLER_INVALID: the class has no @Controller, ItemController; decorate it with @Controller(); if it is ' +
        'decorated, its decorators did not run: set "experimentalDecorators": true in the tsconfig.json that your ' +
        'compiler or Vite reads.'
    ])
  })

  it('report two @Controller decorators on one class', async () => {
    @Controller('/items')
    @Controller('/things')
    class ItemController {
      @Get()
      list() {}
    }
    expect(await messages(ItemController)).to.deep.equal([
      'CONTROLLER_INVALID: the class has two @Controller decorators, ItemController; keep one of them.'
    ])
  })

  it('report a controller that is listed twice, once', async () => {
    @Controller()
    class ItemController {
      @Get()
      list() {}
    }
    expect(await messages(ItemController, ItemController)).to.deep.equal([
      'CONTROLLER_INVALID: the controller is listed twice, ItemController; list it once, or below different prefixes.'
    ])
  })

  it('report a controller without routes', async () => {
    @Controller()
    class Empty {}
    expect(await messages(Empty)).to.deep.equal([
      'CONTROLLER_INVALID: the controller has no route, Empty; decorate a method with @Get(), @Post() or another route decorator.'
    ])
  })

  it('report middleware that is not a list or not functions', async () => {
    @Controller('/a', { middleware: (() => undefined) as never })
    class A {
      @Get()
      list() {}
    }
    @Controller('/b', { middleware: ['auth' as never] })
    class B {
      @Get()
      list() {}
    }
    const errors = await setupErrorsOf([A, B])
    expect(errors.map(({ code }) => code)).to.deep.equal(['CONTROLLER_INVALID', 'MIDDLEWARE_INVALID'])
    expect(errors[1]?.message).to.contain('B.list')
  })

  it('report a route decorator that is not on a method, without calling any accessor', async () => {
    @Controller()
    class ItemController {
      // A property of the instance has no place in the prototype.
      @(Get('/property') as PropertyDecorator)
      list = () => []

      @Post('/accessor')
      get add(): never {
        throw new Error('an accessor was run')
      }
    }
    expect(await messages(ItemController)).to.deep.equal([
      'DECORATOR_MISPLACED: @Get is not on a method, ItemController.list; use it on a method.',
      'DECORATOR_MISPLACED: @Post is not on a method, ItemController.add; use it on a method.'
    ])
  })

  it('report decorators on static methods and on parameters of constructors', async () => {
    class Store {}
    @Controller()
    class ItemController {
      constructor(@Query('store') readonly store: Store) {}
      @Get('/list')
      @Returns(200, String)
      static list() {}
      static find(@Param('id') _id: string) {}
      @Get()
      ok() {}
    }
    expect(await messages(ItemController)).to.have.members([
      'DECORATOR_MISPLACED: @Returns is on a static method, ItemController.list; use it on an instance method.',
      'DECORATOR_MISPLACED: @Get is on a static method, ItemController.list; use it on an instance method.',
      "DECORATOR_MISPLACED: @Param is on a parameter of a static method, ItemController.find; use it on a parameter of a controller's method.",
      "DECORATOR_MISPLACED: @Query is on a parameter of a constructor, ItemController; use it on a parameter of a controller's method."
    ])
  })

  it('report decorators on methods that are not routes', async () => {
    @Controller()
    class ItemController {
      @Get()
      list() {}
      @Returns(200, String)
      forgotten() {}
      half(@Query('page', Integer) _page: number) {}
    }
    expect(await messages(ItemController)).to.deep.equal([
      'DECORATOR_MISPLACED: @Returns is on a method that is not a route, ItemController.forgotten; add @Get(), @Post() or another route decorator, or remove it.',
      'DECORATOR_MISPLACED: @Query is on a method that is not a route, ItemController.half; add @Get(), @Post() or another route decorator, or remove it.'
    ])
  })

  it('report routes that two controllers declare, and name both', async () => {
    @Controller('/items')
    class ItemController {
      @Get('/{id}')
      find(ctx: Context) {
        return ctx.urlParam('id')
      }
    }
    @Controller()
    class OldItems {
      @Get('/items/{key}')
      get(ctx: Context) {
        return ctx.urlParam('key')
      }
    }
    const errors = await setupErrorsOf([ItemController, OldItems])
    expect(errors.map(({ code }) => code)).to.deep.equal(['ROUTE_DUPLICATE'])
    expect(errors[0]?.message).to.contain('ItemController.find').and.to.contain('OldItems.get')
  })

  describe('at once, where the class is defined', () => {
    it('report decorators that are not called', () => {
      const uncalled = (decorator: unknown, ...args: unknown[]) =>
        (decorator as (...args: unknown[]) => unknown)(...args)
      class ItemController {}
      expect(() => uncalled(Controller, ItemController)).to.throw(
        'DECORATOR_MISPLACED: @Controller is not called, ItemController; write @Controller().'
      )
      expect(() => uncalled(Put, ItemController.prototype, 'save', {})).to.throw(
        'DECORATOR_MISPLACED: @Put is not called, save; write @Put().'
      )
    })
  })

  it('report a parameter and everything else that is wrong with its route in one start', async () => {
    @Controller('/items')
    class ItemController {
      @Get('/{id}', { sumary: 'Find' } as never)
      find(@Param('key', Integer) key: number) {
        return key
      }
    }
    const reported = (await messages(ItemController)).map((message) => message.split(';')[0])
    expect(reported).to.deep.equal([
      "PARAMETER_INVALID: the path /items/{id} has no parameter 'key', ItemController.find",
      "PARAMETER_INVALID: the method does not read the parameter 'id' of the path /items/{id}, ItemController.find",
      "OPTION_UNKNOWN: there is no option 'sumary' (did you mean 'summary'?), GET /items/{id} (ItemController.find)"
    ])
  })

  it('are reported all together, as a list', async () => {
    class Broken {
      @Field() size!: string | number
    }
    class NoController {}
    @Controller('/items')
    class ItemController {
      @Get('{id')
      list() {}
      @Post({ requestBody: Broken, responses: { 99: {} } })
      add() {}
      @Put('/{id}')
      save(@Param('key', Integer) _key: number, @Query('page') _page: unknown) {}
    }
    let error: unknown
    try {
      await serviceOf([NoController, ItemController], { version: '', bodyLimit: -1, docs: 'docs', spec: '/spec.json' })
    } catch (thrown) {
      error = thrown
    }
    expect(error).to.be.instanceOf(BootstrapError)
    const { errors, message } = error as BootstrapError
    const [head, ...lines] = message.split('\n')
    expect(head).to.equal(`The application cannot start: ${errors.length} setup errors.`)
    expect(lines).to.deep.equal(errors.map((each) => `  - ${each.message}`))
    expect(errors.map(({ code, place }) => `${code} ${place}`)).to.have.members([
      'APPLICATION_INVALID the option bodyLimit',
      'CONTROLLER_INVALID NoController',
      'PATH_INVALID ItemController.list',
      'FIELD_TYPE_UNKNOWN Broken.size',
      'RESPONSE_INVALID ItemController.add, response 99',
      'FIELD_TYPE_UNKNOWN ItemController.save, query parameter page',
      'PARAMETER_INVALID ItemController.save',
      'PATH_INVALID the option docs',
      'DOCUMENT_INVALID the options of the application'
    ])
    for (const each of errors) expect(each.remedy, each.message).not.to.equal('')
  })
})
