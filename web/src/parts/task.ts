// A button that begins a long call, and stops the call while it runs.
import { heavy } from '../solver';
import { button } from './dom';

export interface Task {
  button: HTMLButtonElement;
  begin: () => Promise<void>;
}

/** Returns the button, and a function that begins the call. `run` calls `heavy` and handles
 * errors. */
export function task(label: string, stop: string, run: () => Promise<void>, props: Record<string, unknown>): Task {
  let running: Promise<void> | undefined;
  async function begin(): Promise<void> {
    heavy.free();
    // The call that was stopped writes its last message before this call writes its first.
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
