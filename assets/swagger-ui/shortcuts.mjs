/** Shortcuts: Ctrl+K goes to the filter, Ctrl+Enter executes the operation with the focus. On a Mac, also with ⌘. */

const toFilter = () => {
  const filter = document.querySelector('.operation-filter-input');
  filter?.focus();
  filter?.select();
  return filter;
};

/** Focusing the button first makes a field hand over its value, and leaves the response next in the order of Tab. */
const execute = () => {
  const button = document.activeElement.closest('.opblock')?.querySelector('button.execute');
  button?.focus();
  button?.click();
  return button;
};

const ACTIONS = { k: toFilter, enter: execute };

/** The plugin. */
export const shortcuts = () => ({
  afterLoad() {
    addEventListener('keydown', (event) => {
      const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
      if (ctrlKey === metaKey || altKey || shiftKey) return;
      if (ACTIONS[key.toLowerCase()]?.()) event.preventDefault();
    });
  },
});
