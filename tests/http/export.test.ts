import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeExtension } from '#core/documents/code-extension.ts'
import { fileName } from '#core/file-name.ts'
import { startApp, type TestApp } from '#tests/support/app.ts'
import type { TestClient } from '#tests/support/client.ts'

let app: TestApp
let client: TestClient
let userId: string
beforeAll(async () => {
  app = await startApp()
  client = app.client()
  userId = (await client.register()).id
})
afterAll(() => app.stop())

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mP8/x8AAwMCAO+ip1sAAAAASUVORK5CYII='

async function seedChat(title: string) {
  const [chatId, documentId, replyId] = [randomUUID(), randomUUID(), randomUUID()]
  await app.database.sql('insert into chat (id, user_id, title) values ($1, $2, $3)', [
    chatId,
    userId,
    title,
  ])
  const asked = [
    { type: 'text', text: 'Write of *rain*.' },
    { type: 'file', mediaType: 'image/png', url: 'https://example.com/a.png', filename: 'a.png' },
  ]
  const replied = [
    { type: 'reasoning', text: 'private thought' },
    {
      type: 'tool-createDocument',
      toolCallId: 'c1',
      state: 'output-available',
      input: { title: 'Rain', kind: 'text' },
      output: { id: documentId, title: 'Rain', kind: 'text', content: 'It was created.' },
    },
    { type: 'text', text: '# Done\n\nIt is there.' },
  ]
  await app.database.sql(
    `insert into message (id, chat_id, position, role, parts, status)
     values ($1, $2, 0, 'user', $3, 'complete'), ($4, $2, 1, 'assistant', $5, 'stopped')`,
    [randomUUID(), chatId, JSON.stringify(asked), replyId, JSON.stringify(replied)],
  )
  await app.database.sql("select save_document_version($1, $2, 'Rain', 'One.', 'text', $3)", [
    documentId,
    userId,
    chatId,
  ])
  const body = { title: 'Rain', content: 'Two.', kind: 'text' }
  await client.post(`/api/document?id=${documentId}`, body)
  await client.patch('/api/vote', { chatId, messageId: replyId, type: 'up' })
  return { chatId, documentId, replyId }
}

const exportChat = (id: string, format = '') => client.get(`/api/chat/${id}/export${format}`)

describe('the export of a chat', () => {
  test('as JSON it holds messages, votes and all versions of its documents', async () => {
    const { chatId, documentId, replyId } = await seedChat('Rain')
    const response = await exportChat(chatId)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toMatch(/^application\/json\b/)
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="Rain.json"; filename*=UTF-8''Rain.json`,
    )
    const exported = await response.json()
    const chat = await (await client.get(`/api/chat?id=${chatId}`)).json()
    const versions = await (await client.get(`/api/document?id=${documentId}`)).json()
    expect(exported).toEqual({
      ...chat,
      exportedAt: expect.any(String),
      votes: [{ chatId, messageId: replyId, isUpvoted: true }],
      suggestions: [],
      documents: versions,
    })
    expect(versions).toHaveLength(2)
  })

  test('as Markdown it leaves out the reasoning', async () => {
    const { chatId, documentId } = await seedChat('Rain [and] snow')
    const response = await exportChat(chatId, '?format=markdown')
    expect(response.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
    expect(response.headers.get('content-disposition')).toContain('filename="Rain [and] snow.md"')
    const text = await response.text()
    expect(text.replace(/\*\d{4}-.*Z\*/, '*time*')).toBe(`# Rain \\[and\\] snow

*time*

## You

Write of *rain*.

![a.png](https://example.com/a.png)

## Assistant

> Document: [Rain](${app.url}/documents/${documentId})

# Done

It is there.

*This reply was stopped.*
`)
  })

  test('it is complete when its documents are larger than one batch', async () => {
    const { chatId, documentId } = await seedChat('Large')
    const content = 'x'.repeat(3 * 1024 * 1024)
    for (let i = 0; i < 3; i++) {
      await client.post(`/api/document?id=${documentId}`, { title: 'L', content, kind: 'text' })
    }
    const { documents } = await (await exportChat(chatId)).json()
    expect(documents.map((d: { content: string }) => d.content.length)).toEqual([
      4,
      4,
      ...Array(3).fill(content.length),
    ])
  })

  test('only the owner gets it', async () => {
    const { chatId } = await seedChat('Mine')
    const stranger = app.client()
    await stranger.register()
    expect((await stranger.get(`/api/chat/${chatId}/export`)).status).toBe(401)
    expect((await app.client().get(`/api/chat/${chatId}/export`)).status).toBe(401)
    expect((await exportChat(randomUUID())).status).toBe(404)
    expect((await exportChat('x')).status).toBe(400)
    expect((await exportChat(chatId, '?format=pdf')).status).toBe(400)
  })

  test('its Content-Disposition is valid for any title', async () => {
    const { chatId } = await seedChat('a/b\\c: "Łódź" 100% 日本 ‮\u0001\n`')
    const header = (await exportChat(chatId)).headers.get('content-disposition') ?? ''
    expect(header).toMatch(/^attachment; filename="[\x20-\x7e]*"; filename\*=UTF-8''[\w%.-]+$/)
    const name = decodeURIComponent(header.split("UTF-8''")[1] ?? '')
    expect(name).toBe('a-b-c- -Łódź- 100% 日本 `.json')
  })
})

describe('the export of a document', () => {
  async function exported(kind: string, content: string, query = '') {
    const id = randomUUID()
    await client.post(`/api/document?id=${id}`, { title: 'My file', content, kind })
    const response = await client.get(`/api/document/${id}/export${query}`)
    return { id, response, disposition: response.headers.get('content-disposition') ?? '' }
  }

  test.each([
    ['text', '# Rain', 'md', 'text/markdown; charset=utf-8'],
    ['sheet', 'a,b\n1,"2"\n', 'csv', 'text/csv; charset=utf-8'],
    ['code', 'import os\nprint(1)\n', 'py', 'text/plain; charset=utf-8'],
    ['image', 'not an image', 'txt', 'text/plain; charset=utf-8'],
  ])('a document of the kind %s is a file of that kind', async (kind, content, extension, type) => {
    const { response, disposition } = await exported(kind, content)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe(type)
    expect(disposition).toContain(`filename="My file.${extension}"`)
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(await response.text()).toBe(content)
  })

  test('an image document is the bytes of its PNG', async () => {
    const { response, disposition } = await exported('image', PIXEL)
    expect(response.headers.get('content-type')).toBe('image/png')
    expect(disposition).toContain('filename="My file.png"')
    expect(Buffer.from(await response.arrayBuffer()).toString('base64')).toBe(PIXEL)
  })

  test('it is the newest version, or the one asked for', async () => {
    const { id } = await exported('text', 'one')
    await client.post(`/api/document?id=${id}`, { title: 'T', content: 'two', kind: 'text' })
    const versions = (await (await client.get(`/api/document?id=${id}`)).json()) as {
      createdAt: string
    }[]
    const text = async (query: string) =>
      (await client.get(`/api/document/${id}/export${query}`)).text()
    expect(await text('')).toBe('two')
    expect(await text(`?version=${versions[0]?.createdAt}`)).toBe('one')
    const status = async (query: string) =>
      (await client.get(`/api/document/${id}/export${query}`)).status
    expect(await status('?version=2020-01-01T00:00:00Z')).toBe(404)
    expect(await status('?version=yesterday')).toBe(400)
  })

  test('only the owner gets it', async () => {
    const { id } = await exported('text', 'mine')
    const stranger = app.client()
    await stranger.register()
    expect((await stranger.get(`/api/document/${id}/export`)).status).toBe(401)
    expect((await app.client().get(`/api/document/${id}/export`)).status).toBe(401)
    expect((await client.get(`/api/document/${randomUUID()}/export`)).status).toBe(404)
  })
})

describe('the name of an exported file', () => {
  test.each([
    ['', 'chat.md'],
    ['../../etc/passwd', 'etc-passwd.md'],
    ['.hidden', 'hidden.md'],
    ['CON', 'chat.md'],
    ['a\ud800b', 'a�b.md'],
    ['x'.repeat(500), `${'x'.repeat(180)}.md`],
    ['日'.repeat(100), `${'日'.repeat(60)}.md`],
    ['ends in a dot.', 'ends in a dot.md'],
  ])('the title %j becomes the name %j', (title, name) => {
    expect(fileName(title, 'chat', 'md')).toBe(name)
  })
})

describe('the file extension of exported code', () => {
  test.each([
    ['```python\nprint(1)\n```', 'py'],
    ['#!/usr/bin/env python3\nx = 1', 'py'],
    ['#!/bin/bash -e\necho', 'sh'],
    ['# Adds numbers.\n\ndef add(a, b):', 'py'],
    ['from math import pi', 'py'],
    ["// The app\nimport x from 'y'", 'js'],
    ['const a = 1', 'js'],
    ['interface A { b: string }', 'ts'],
    ['#include <stdio.h>', 'c'],
    ['#include <iostream>', 'cpp'],
    ['package main\n\nimport "fmt"', 'go'],
    ['public class Main {', 'java'],
    ['fn main() {', 'rs'],
    ['<!DOCTYPE html>', 'html'],
    ['SELECT 1', 'sql'],
    ['{"a": 1}', 'json'],
    ['{ not json', 'txt'],
    ['', 'txt'],
    ['Once upon a time', 'txt'],
  ])('%j gets the extension %s', (source, extension) => {
    expect(codeExtension(source)).toBe(extension)
  })
})
