// A button that begins a long call, and stops it meanwhile.
import { heavy } from '../solver';
import { button } from './dom';

export interface Task {
  button: HTMLButtonElement;
  begin: () => Promise<void>;
}

/** Returns the button and what it begins. `run` calls `heavy`, and handles its failures. */
export function task(label: string, stop: string, run: () => Promise<void>, props: Record<string, unknown>): Task {
  let running: Promise<void> | undefined;
  async function begin(): Promise<void> {
    heavy.free();
    // A call that was stopped says so before this one says that it has begun.
    await running;
    element.textContent = stop;
    const mine = (running = run());
    await mine;
    if (running !== mine) return;
    running = undefined;
    element.textContent = label;
  }
  const element = button(label, () => (running ? heavy.stop() : void begin()), props);
  return { button: element, begin };
}
