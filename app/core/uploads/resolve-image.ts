import { BlockList, isIPv4, isIPv6 } from 'node:net'
import { passesForeignImageUrls } from '#core/ai/providers.ts'
import { AppError } from '#core/app-error.ts'
import type { Services } from '#core/services.server.ts'
import { type ImageType, imageKey, imageTypeOf } from '#core/storage/blob-key.ts'
import { detectImageType, MAX_IMAGE_BYTES, MAX_UPLOAD_BYTES } from './upload-rules.ts'

type ImageBytes = { bytes: Buffer; mediaType: ImageType }

/** What the model is given: the bytes of an image that we have, or the URL of a public one. */
type ResolvedImage = ({ kind: 'bytes' } & ImageBytes) | { kind: 'url'; url: string }

const DATA_URL = /^data:image\/(?:png|jpeg);base64,/
const FOREIGN_REFUSED =
  'This service takes no image of another host. Upload the image with POST /api/files/upload and send the URL that it answers with, or send the image as a data URL.'
/** Characters of a URL that is not a data URL. */
const MAX_URL_LENGTH = 2_048

/**
 * Turns the URL of an image part into what the model is given. Images of ours
 * are read from the blob store, data URLs are decoded, and a public `https`
 * URL is passed on for the provider to fetch, where `FOREIGN_IMAGE_URLS` allows it. Nothing is fetched from another
 * host here (docs/interface.md, "Images in messages").
 *
 * @param origin the service's public origin, against which a relative URL is read
 * @throws {AppError} invalid
 */
export async function resolveImage(
  services: Services,
  origin: string,
  url: string,
): Promise<ResolvedImage> {
  if (url.startsWith('data:')) return { kind: 'bytes', ...decodeDataUrl(url) }
  const own = await loadOwnImage(services, origin, url)
  if (own) return { kind: 'bytes', ...own }
  assertPublicHttps(url, origin)
  if (!passesForeignImageUrls(services.env)) throw new AppError('invalid', FOREIGN_REFUSED)
  return { kind: 'url', url }
}

/**
 * Reads an image that was uploaded to this service.
 *
 * An uploaded image is told by its path, not by its host: nobody can guess the
 * 192 random bits of a name, and the images of old chats stay readable after
 * the service has moved to another address.
 *
 * @returns null when the URL is not one of ours, or the image is gone
 */
async function loadOwnImage(
  services: Pick<Services, 'blobs'>,
  origin: string,
  url: string,
): Promise<ImageBytes | null> {
  const parsed = url.length > MAX_URL_LENGTH ? null : URL.parse(url, origin)
  const name = parsed?.pathname.match(/^\/uploads\/([^/]+)$/)?.[1]
  const key = name ? imageKey(name) : null
  const bytes = key && (await services.blobs.get(key, { maxBytes: MAX_IMAGE_BYTES }))
  if (!key || !bytes) return null
  return { bytes, mediaType: imageTypeOf(key) }
}

function decodeDataUrl(url: string): ImageBytes {
  const head = url.slice(0, 64).match(DATA_URL)?.[0]
  if (!head) {
    throw new AppError('invalid', 'A data URL must be a base64 image/png or image/jpeg.')
  }
  // Base64 takes 4 characters for 3 bytes, so the size is known before anything is decoded.
  if (url.length - head.length > Math.ceil(MAX_UPLOAD_BYTES / 3) * 4) {
    throw new AppError('invalid', 'An image in a data URL is larger than 5 MB. Upload it instead.')
  }
  const bytes = Buffer.from(url.slice(head.length), 'base64')
  const mediaType = detectImageType(bytes)
  if (!mediaType || !head.startsWith(`data:${mediaType};`)) {
    throw new AppError('invalid', 'The bytes of a data URL are not the image type that it names.')
  }
  return { bytes, mediaType }
}

/** Refuses private addresses, because the provider may be a server in our own network. */
function assertPublicHttps(url: string, origin: string) {
  const parsed = url.length > MAX_URL_LENGTH ? null : URL.parse(url, origin)
  if (parsed?.origin === URL.parse(origin)?.origin) {
    throw new AppError('invalid', 'There is no such image here. Upload it again.')
  }
  const isPublic =
    parsed?.protocol === 'https:' &&
    parsed.username === '' &&
    parsed.password === '' &&
    isPublicHost(parsed.hostname)
  if (!isPublic) {
    throw new AppError(
      'invalid',
      'An image must be one uploaded here, a data URL, or a public https URL.',
    )
  }
}

function isPublicHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  if (isIPv4(host)) return !specialAddresses().check(host)
  // The public Internet is 2000::/3 in IPv6. 2002::/16, in it, can stand for any IPv4 address.
  if (isIPv6(host)) return /^[23][0-9a-f]{3}:/.test(host) && !host.startsWith('2002:')
  return host.includes('.') && !/\.(?:localhost|local|internal|home\.arpa|lan)$/.test(host)
}

/** IPv4 addresses that are not on the public Internet (IANA special-purpose registry, RFC 6890). */
function specialAddresses(): BlockList {
  const list = new BlockList()
  list.addSubnet('0.0.0.0', 8)
  list.addSubnet('10.0.0.0', 8)
  list.addSubnet('100.64.0.0', 10)
  list.addSubnet('127.0.0.0', 8)
  list.addSubnet('169.254.0.0', 16)
  list.addSubnet('172.16.0.0', 12)
  list.addSubnet('192.0.0.0', 24)
  list.addSubnet('192.168.0.0', 16)
  list.addSubnet('198.18.0.0', 15)
  list.addSubnet('224.0.0.0', 3)
  return list
}
