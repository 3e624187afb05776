import { createConfig, lintFromString } from '@redocly/openapi-core'
import { type RulesetDefinition, Spectral } from '@stoplight/spectral-core'
import { oas } from '@stoplight/spectral-rulesets'
import { describe, expect, test } from 'vitest'
import { openApiDocument } from '#http/openapi/openapi-document.ts'

/*
 * The linters that others run on the description find nothing in it. What they
 * would find is what clients made from it trip over.
 */

const TIMEOUT_MS = 60_000

describe('the description of the interface', () => {
  test("spectral's rules for OpenAPI find nothing", { timeout: TIMEOUT_MS }, async () => {
    expect(await spectralFaults(openApiDocument())).toEqual([])
  })

  test('spectral would find a fault', { timeout: TIMEOUT_MS }, async () => {
    const document = structuredClone(openApiDocument())
    delete document.paths['/api/vote']?.get?.responses[200]
    expect(await spectralFaults(document)).not.toEqual([])
  })

  test.each(['recommended', 'recommended-strict'])(
    "redocly's %s rules find nothing",
    async (rules) => {
      expect(await redoclyFaults(rules, openApiDocument())).toEqual([])
    },
  )

  test('redocly would find a fault', async () => {
    const { contact: _, license: __, ...info } = openApiDocument().info
    const faults = await redoclyFaults('recommended', { ...openApiDocument(), info })
    expect(faults).not.toEqual([])
  })

  test('every pattern in it means the same with and without the flag u', () => {
    const patterns = [
      ...JSON.stringify(openApiDocument()).matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g),
    ]
    for (const [, pattern = '""'] of patterns) {
      const source: string = JSON.parse(pattern)
      expect(() => new RegExp(source, 'u'), source).not.toThrow()
      // Without the flag, these mean the letter itself.
      expect(source).not.toMatch(/\\[pPu]\{/)
    }
  })

  test('a field that may be left out of a body is not required by a default', () => {
    const { schemas } = openApiDocument().components
    for (const name of ['NewApiToken', 'ChatRequest', 'NewDocumentVersion', 'NewVote']) {
      const { properties } = schemas[name] as { properties: Record<string, object> }
      for (const [field, schema] of Object.entries(properties)) {
        expect(schema, `${name}.${field}`).not.toHaveProperty('default')
      }
    }
    expect(schemas.NewApiToken?.required).toEqual(['name'])
  })

  test('the field of an upload is a file', () => {
    const upload = openApiDocument().paths['/api/files/upload']?.post?.requestBody
    const media = upload?.content['multipart/form-data']
    expect(media?.schema).toMatchObject({ properties: { file: { format: 'binary' } } })
    expect(media?.encoding).toEqual({ file: { contentType: 'image/jpeg, image/png' } })
  })
})

async function spectralFaults(document: object): Promise<string[]> {
  const spectral = new Spectral()
  // The package's own type of its rules leaves out what it extends, which is nothing.
  spectral.setRuleset({ extends: [[oas as RulesetDefinition, 'recommended']] })
  const found = await spectral.run({ ...document })
  return found.map(({ code, message, path }) => `${code} at ${path.join('.')}: ${message}`)
}

async function redoclyFaults(rules: string, document: object): Promise<string[]> {
  const config = await createConfig({ extends: [rules] })
  const found = await lintFromString({ source: JSON.stringify(document), config })
  return found.map(
    ({ ruleId, message, location }) => `${ruleId} at ${location[0]?.pointer}: ${message}`,
  )
}
