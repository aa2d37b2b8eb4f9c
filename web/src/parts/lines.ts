// Lines of equal length, such as solutions, in the order of their arrival, in large blocks.

const ROWS = 8192;

export class Lines {
  readonly #width: number;
  #blocks: Uint8Array<ArrayBuffer>[] = [];
  #count = 0;
  readonly #decoder = new TextDecoder();

  constructor(width: number) {
    this.#width = width;
  }

  get length(): number {
    return this.#count;
  }

  clear(): void {
    this.#blocks = [];
    this.#count = 0;
  }

  append(bytes: Uint8Array): void {
    const width = this.#width;
    for (let at = 0; at < bytes.length; ) {
      const used = this.#count % ROWS;
      if (used === 0) this.#blocks.push(new Uint8Array(ROWS * width));
      const part = bytes.subarray(at, at + (ROWS - used) * width);
      this.#blocks.at(-1)!.set(part, used * width);
      this.#count += part.length / width;
      at += part.length;
    }
  }

  /** Returns the text of a row, or of a range of its bytes. */
  text(row: number, from = 0, to = this.#width): string {
    const block = this.#blocks[Math.floor(row / ROWS)];
    const start = (row % ROWS) * this.#width;
    return block ? this.#decoder.decode(block.subarray(start + from, start + to)) : '';
  }

  /** Returns all rows as the parts of a file. */
  parts(): Uint8Array<ArrayBuffer>[] {
    const used = (at: number) => Math.min(ROWS, this.#count - at * ROWS) * this.#width;
    return this.#blocks.map((block, at) => block.subarray(0, used(at)));
  }
}
