import { Inflate } from 'fflate';
import { createPause } from './pause.ts';
import { UnreadableFileError } from './unreadable-file.ts';

/** The maximum unpacked size, whatever an archive claims: no export of a practice is larger. */
const MAX_UNPACKED_BYTES = 500 * 1024 * 1024;
/** The maximum number of entries, folders included. */
const MAX_ENTRIES = 10_000;
/**
 * The number of compressed bytes that are unpacked in one step. Unpacked, they are at most about a thousand times as
 * many, because deflate cannot compress more than that.
 */
const STEP_BYTES = 16_384;

const END_SIGNATURE = 0x06_05_4b_50;
const DIRECTORY_SIGNATURE = 0x02_01_4b_50;
const LOCAL_SIGNATURE = 0x04_03_4b_50;
/** The maximum length of the end of an archive, in bytes: its last record, which has 22, and a comment of at most 65,535. */
const MAX_END_LENGTH = 22 + 65_535;

/** Finds the directory of an archive: its number of entries, and the position at which it begins. */
function findDirectory(view: DataView): { count: number; at: number } | null {
  for (let at = view.byteLength - 22; at >= Math.max(0, view.byteLength - MAX_END_LENGTH); at -= 1)
    if (view.getUint32(at, true) === END_SIGNATURE)
      return { count: view.getUint16(at + 10, true), at: view.getUint32(at + 16, true) };
  return null;
}

/** Decodes a name as UTF-8 or, if it is not valid UTF-8, as Latin-1. Backslashes become slashes. */
function decodeName(bytes: Uint8Array): string {
  const text = new TextDecoder().decode(bytes);
  return (text.includes('\ufffd') ? new TextDecoder('latin1').decode(bytes) : text).replaceAll('\\', '/');
}

/** A file in an archive. */
export interface ZipEntry {
  /** The path in the archive, separated by slashes. The archive may come from anyone, so no file is written to this path. */
  name: string;
  /** Unpacks the file step by step. Throws an {@link UnreadableFileError}. */
  unpack: () => Generator<Uint8Array>;
}

/**
 * Reads the entries of an archive. The unpacked bytes are counted, so that an archive that lies about its sizes, or whose
 * entries overlap, is refused as soon as it is too large.
 *
 * @throws UnreadableFileError
 */
export function readZipEntries(file: string, bytes: Uint8Array, most = MAX_UNPACKED_BYTES): ZipEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const fail = (problem: 'broken' | 'encrypted' | 'too_much'): never => {
    throw new UnreadableFileError(file, problem);
  };
  let unpackedBytes = 0;
  function* unpack(local: number, packed: number, size: number, method: number): Generator<Uint8Array> {
    if (view.getUint32(local, true) !== LOCAL_SIGNATURE) fail('broken');
    const from = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    if (from + packed > bytes.length) fail('broken');
    const parts: Uint8Array[] = [];
    const inflate = new Inflate((part) => parts.push(part));
    let own = 0;
    for (let at = 0; at === 0 || at < packed; at += STEP_BYTES) {
      const step = bytes.subarray(from + at, from + Math.min(at + STEP_BYTES, packed));
      if (method === 0) parts.push(step);
      else inflate.push(step, at + STEP_BYTES >= packed);
      for (const part of parts.splice(0)) {
        own += part.length;
        unpackedBytes += part.length;
        if (unpackedBytes > most) fail('too_much');
        yield part;
      }
    }
    if (own !== size) fail('broken');
  }
  /**
   * Converts an error of the packed data, or a read beyond the end of the bytes, to the problem that the archive is
   * damaged.
   */
  function* convertArchiveErrors(parts: Generator<Uint8Array>): Generator<Uint8Array> {
    try {
      yield* parts;
    } catch (error) {
      if (error instanceof UnreadableFileError) throw error;
      fail('broken');
    }
  }

  const directory = findDirectory(view);
  if (directory === null) return fail('broken');
  if (directory.count > MAX_ENTRIES) fail('too_much');
  const entries: ZipEntry[] = [];
  try {
    let { at } = directory;
    for (let nth = 0; nth < directory.count; nth += 1) {
      if (view.getUint32(at, true) !== DIRECTORY_SIGNATURE) fail('broken');
      const [flags, method] = [view.getUint16(at + 8, true), view.getUint16(at + 10, true)];
      const [packed, size] = [view.getUint32(at + 20, true), view.getUint32(at + 24, true)];
      const [length, extra, comment] = [28, 30, 32].map((place) => view.getUint16(at + place, true));
      const local = view.getUint32(at + 42, true);
      const name = decodeName(bytes.subarray(at + 46, at + 46 + (length ?? 0)));
      if ((flags & 1) === 1) fail('encrypted');
      if (method !== 0 && method !== 8) fail('broken');
      if (!name.endsWith('/'))
        entries.push({ name, unpack: () => convertArchiveErrors(unpack(local, packed, size, method)) });
      at += 46 + (length ?? 0) + (extra ?? 0) + (comment ?? 0);
    }
  } catch (error) {
    if (error instanceof UnreadableFileError) throw error;
    return fail('broken');
  }
  return entries;
}

/** Unpacks all bytes of an entry. Throws if there are more than `most`. Yields regularly, so that a browser can draw. */
export async function unpackAll(file: string, entry: ZipEntry, most: number): Promise<Uint8Array<ArrayBuffer>> {
  const pause = createPause();
  const parts: Uint8Array[] = [];
  let length = 0;
  for (const part of entry.unpack()) {
    length += part.length;
    if (length > most) throw new UnreadableFileError(file, 'too_much');
    parts.push(part);
    if (pause.isDue()) await pause.now();
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
