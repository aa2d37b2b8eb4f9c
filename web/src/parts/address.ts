// The address of the page: the part that is shown, and its content.

/** Addresses longer than this are not read. */
export const LONGEST = 200_000;

export interface Place {
  view: 'sudoku' | 'dance' | 'cover';
  fields: URLSearchParams;
}

/** Reads the address: `#sudoku=…`, `#dance=…`, `#cover&text=…`, `#cover&make=queens&size=8`. */
export function read(hash: string): Place {
  const fields = new URLSearchParams(hash.length > LONGEST ? '' : hash.replace(/^#/, ''));
  const view = (['dance', 'cover', 'sudoku'] as const).find((name) => fields.has(name)) ?? 'sudoku';
  return { view, fields };
}

/** Writes the address without a new entry in the history. If it is too long to be read, writes only
 * the view. */
export function replace(whole: string): void {
  const hash = whole.length > LONGEST ? whole.replace(/&.*/, '') : whole;
  if (location.hash !== hash) history.replaceState(null, '', hash || location.pathname + location.search);
}

/** Writes the address with a new entry in the history. The browser's Back undoes the change. */
export function push(hash: string): void {
  if (location.hash !== hash) history.pushState(null, '', hash);
}

/** Encodes a text for an address, in URL-safe base64. */
export function encode(text: string): string {
  const bytes = new TextEncoder().encode(text);
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** Decodes a text that `encode` returned. Returns nothing for a malformed text. */
export function decode(text: string): string | undefined {
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(binary, (c) => c.charCodeAt(0)));
  } catch {
    return undefined;
  }
}
