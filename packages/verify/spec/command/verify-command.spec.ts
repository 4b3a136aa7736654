import { expect } from 'chai'
import { runVerifyCommand } from '../../src/command/verify-command.js'
import { lyingService, runOn, smallService } from './small-service.js'

describe('the command of verify', () => {
  it('exits with 0 where everything is proved, 1 for a disagreement, 3 where something is not proved', async () => {
    expect((await runOn(smallService())).status).to.equal(0)
    expect((await runOn(lyingService(), '--runs', '20')).status).to.equal(1)
    const { status, stdout } = await runOn(smallService(), '--runs', '3')
    expect(status).to.equal(3)
    expect(stdout).to.include('Not proved:\n  hello: ')
  })

  it('names the option that was meant by one that does not exist', async () => {
    for (const [given, meant] of [
      ['--urll', 'did you mean --url?'],
      ['--timout=5s', 'did you mean --timeout?'],
      ['-x', 'see --help']
    ]) {
      const { error } = await runOn(smallService(), `${given}`)
      expect(error).to.equal(`There is no option ${given?.split('=')[0]}; ${meant}`)
    }
  })

  it('reads credentials before the module, and says which variable or file is missing', async () => {
    const load = () => {
      throw new Error('The module was loaded')
    }
    const errorOf = async (credential: string) => {
      const terminal = { out: () => {}, err: () => {}, columns: undefined }
      const work = runVerifyCommand(['a.js', '--credential', credential], terminal, { name: 'verify', load })
      return work.then(String, (error: Error) => `${error.name}: ${error.message}`)
    }
    expect(await errorOf('bearer=env:NOT_SET_ANYWHERE')).to.equal(
      'VerifyError: The environment variable NOT_SET_ANYWHERE is not set; ' +
        'set it to the credential of the security scheme bearer'
    )
    expect(await errorOf('bearer@other=file:/no/such/file')).to.match(
      /^VerifyError: The file with the credential of bearer cannot be read: ENOENT/
    )
  })

  it('ends after the time that it is given', async () => {
    for (const time of ['30', '30ms', '0.03s']) {
      const { status, stdout } = await runOn(smallService(), '--time', time, '--json')
      expect(JSON.parse(stdout)).to.include({ isAborted: false, isStoppedEarly: false })
      expect(status).to.be.oneOf([0, 3])
    }
    expect((await runOn(smallService(), '--time', '1 week')).error).to.equal(
      '--time takes a time, as 500ms, 60s or 2m, not "1 week"'
    )
  })

  it('proves nothing where less of the contract was met than is required', async () => {
    const document = JSON.parse(JSON.stringify(smallService().document))
    document.paths['/hello'].get.responses[204] = { description: 'Nothing' }
    const service = smallService(undefined, { document })
    expect((await runOn(service)).status).to.equal(0)
    const { status, stdout } = await runOn(service, '--min-coverage', '90')
    expect(stdout).to.match(/^Coverage of the contract: \d+\.\d %, less than the 90 % that are required$/m)
    expect(status).to.equal(3)
    expect((await runOn(service, '--min-coverage', '101')).error).to.match(
      /^--min-coverage takes a number from 0 to 100/
    )
  })

  describe('with the logs of a module', () => {
    const chatty = () =>
      smallService(() => {
        console.log(`slow request ${Math.random()}`)
        process.stderr.write('{"level":50,"msg":"no stock"}\n')
        return { statusCode: 200, body: '"hello"' }
      })

    it('shows one entry for each cause, in every form of the report', async () => {
      const { stdout, stderr } = await runOn(chatty(), '--runs', '20')
      const [, logs = ''] = /^Logs of the service.*:\n([\s\S]*?)\n\n/m.exec(stdout) ?? []
      expect(logs).to.match(/^ {2}\d+ × ERROR \{"level":50,"msg":"no stock"\}\n {2}\d+ × slow request 0\.\d+$/)
      expect(stderr).to.equal('')
      const report = JSON.parse((await runOn(chatty(), '--runs', '20', '--json')).stdout)
      expect(report.logs).to.have.length(2)
      expect(report.logs[0]).to.include({ level: 'ERROR', example: '{"level":50,"msg":"no stock"}' })
    })

    it('prints them as they come with --logs, beside the report', async () => {
      const { stdout, stderr } = await runOn(chatty(), '--runs', '20', '--logs', '--json')
      expect(JSON.parse(stdout)).to.not.have.property('logs')
      expect(stderr.match(/^slow request 0\.\d+\n\{"level":50,"msg":"no stock"\}$/gm)).to.have.length.above(5)
    })

    it('gives stdout and stderr back to the process at the end, also of a run that failed', async () => {
      const before = [process.stdout.write, process.stderr.write]
      await runOn(chatty(), '--runs', '5')
      const failing = smallService(undefined, { document: 'none' })
      expect((await runOn(failing)).error).to.not.equal(undefined)
      expect([process.stdout.write, process.stderr.write]).to.deep.equal(before)
    })
  })

  it('reports what it found, and why the service cannot be closed', async () => {
    const service = smallService(undefined, {
      async close() {
        throw new Error('no connection')
      }
    })
    const { status, stdout, stderr } = await runOn(service)
    expect(stdout).to.match(/No disagreement/)
    expect(stderr).to.match(/^fieldstone verify: The service cannot be closed: Error: no connection/)
    expect(status).to.equal(1)
  })
})
