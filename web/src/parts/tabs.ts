// Tabs with panels, one of which is shown, and with the keys that the ARIA practices require.
import { h } from './dom';

/** Matches screens that have the tabs at their lower edge, as in the style sheet. */
const PHONE = matchMedia('(max-width: 30rem)');

export interface Panel {
  id: string;
  label: string;
  content: HTMLElement;
  shown?: () => void;
}

export function tabs(label: string, panels: Panel[]): { element: HTMLElement; select: (id: string) => void } {
  const buttons = panels.map((panel) =>
    h(
      'button',
      {
        type: 'button',
        role: 'tab',
        id: `tab-${panel.id}`,
        'aria-controls': `panel-${panel.id}`,
        onclick: () => {
          select(panel.id);
          // On a phone the panel may be below the screen.
          if (PHONE.matches) bodies.find(({ hidden }) => !hidden)?.scrollIntoView({ block: 'nearest' });
        },
      },
      panel.label,
    ),
  );
  const bodies = panels.map((panel) =>
    h('div', { role: 'tabpanel', id: `panel-${panel.id}`, 'aria-labelledby': `tab-${panel.id}` }, panel.content),
  );
  function select(id: string): void {
    panels.forEach((panel, at) => {
      const chosen = panel.id === id;
      buttons[at]!.setAttribute('aria-selected', String(chosen));
      buttons[at]!.tabIndex = chosen ? 0 : -1;
      bodies[at]!.hidden = !chosen;
      if (chosen) panel.shown?.();
    });
  }
  const list = h('div', { role: 'tablist', 'aria-label': label }, ...buttons);
  list.addEventListener('keydown', (event) => {
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    const move = { ArrowRight: 1, ArrowLeft: -1, Home: -at, End: buttons.length - 1 - at }[event.key];
    if (at < 0 || move === undefined) return;
    event.preventDefault();
    const next = (at + move + buttons.length) % buttons.length;
    select(panels[next]!.id);
    buttons[next]!.focus();
  });
  return { element: h('div', { class: 'tabs' }, list, ...bodies), select };
}
