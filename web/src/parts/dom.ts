// Elements. Text is always inserted as text: nothing that a user pastes becomes markup.

type Child = Node | string | null | false;
type Props = Record<string, unknown>;

function set(element: Element, props: Props): void {
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith('on') && typeof value === 'function') {
      element.addEventListener(name.slice(2), value as EventListener);
    } else if (name === 'value' || name === 'checked' || name === 'disabled' || name === 'hidden') {
      (element as unknown as Props)[name] = value;
    } else {
      element.setAttribute(name, value === true ? '' : String(value));
    }
  }
}

export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  props: Props = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  set(element, props);
  element.append(...children.filter((child): child is Node | string => child !== null && child !== false));
  return element;
}

export function svg<K extends keyof SVGElementTagNameMap>(
  tag: K,
  props: Props = {},
  ...children: Child[]
): SVGElementTagNameMap[K] {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  set(element, props);
  element.append(...children.filter((child): child is Node | string => child !== null && child !== false));
  return element;
}

export function button(label: string, onclick: () => void, props: Props = {}): HTMLButtonElement {
  return h('button', { type: 'button', onclick, ...props }, label);
}

/** True if the target of a key or a paste is an input field. */
export function isField(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches('input, textarea, select');
}

/** Returns a number with separators between its thousands, whatever its size. */
export function grouped(number: string | number): string {
  return String(number).replace(/\B(?=(\d{3})+(?!\d))/g, ',');
}

/** Returns a number of things: `1 option`, `1,200 options`. */
export function plural(count: number | string, one: string, many = `${one}s`): string {
  return `${grouped(count)} ${String(count) === '1' ? one : many}`;
}

/** Offers a text as a file to download. */
export function download(name: string, parts: BlobPart[]): void {
  const address = URL.createObjectURL(new Blob(parts, { type: 'text/plain' }));
  const link = h('a', { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** Returns a function that runs `draw` at most once per frame. */
export function perFrame(draw: () => void): () => void {
  let waiting = false;
  return () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      draw();
    });
  };
}
