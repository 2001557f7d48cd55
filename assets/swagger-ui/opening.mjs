/** How long an operation is waited for: it is rendered in several steps. */
const MAX_WAIT_MS = 30_000;

/**
 * Opens an operation below its heading.
 * @param selector of the element in it that gets the focus
 */
export function openOperation({ layoutActions }, heading, operationId, selector) {
  layoutActions.show(['operations-tag', heading], true);
  layoutActions.show(['operations', heading, operationId], true);
  const id = `operations-${heading.replace(/ /g, '_')}-${operationId}`;
  const end = performance.now() + MAX_WAIT_MS;
  const focus = () => {
    const operation = document.getElementById(id);
    const element = operation?.querySelector(selector);
    if (element) {
      operation.scrollIntoView();
      element.focus({ preventScroll: true });
    } else if (performance.now() < end) requestAnimationFrame(focus);
  };
  requestAnimationFrame(focus);
}
