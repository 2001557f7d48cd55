/** Labels for the fields of the page, and the colours that the browser prefers. */

/** Parts of the page with a name, the innermost first, and where the name is. */
const PLACES = [
  ['[data-param-name]', (place) => place.dataset.paramName],
  ['[data-property-name]', (place) => place.dataset.propertyName],
  ['.response-control-media-type', () => 'Media type of the response'],
  ['.body-param-content-type', () => 'Media type of the request body'],
  ['.examples-select', () => 'Example'],
  ['.opblock-section-request-body', () => 'Request body'],
  ['.responses-inner', () => 'Response'],
  ['.servers', () => 'Server'],
  ['.auth-container', (place) => place.querySelector('h4 code')?.textContent ?? 'Credentials'],
];

function labelOf(field) {
  for (const [selector, nameOf] of PLACES) {
    const place = field.closest(selector);
    if (place) return nameOf(place);
  }
  return undefined;
}

function labelFields() {
  for (const field of document.querySelectorAll(
    '.swagger-ui :is(input, select, textarea):not([aria-label])',
  )) {
    const label = labelOf(field);
    if (label) field.setAttribute('aria-label', label);
  }
}

/** Code that scrolls can be scrolled by the keyboard. */
function focusCode() {
  for (const code of document.querySelectorAll('.swagger-ui pre.microlight:not([tabindex])'))
    code.tabIndex = 0;
}

/** Buttons are called what is written on them, so that they can be pressed by voice. */
function labelButtons() {
  document.querySelector('.swagger-ui .close-modal')?.setAttribute('aria-label', 'Close');
  for (const button of document.querySelectorAll('.swagger-ui button[aria-label]')) {
    const text = button.textContent.trim();
    const label = button.getAttribute('aria-label');
    if (text !== '' && !label.toLowerCase().includes(text.toLowerCase()))
      button.setAttribute('aria-label', text);
  }
}

/** Headings have a button each, which is read aloud as the name of the heading. */
function labelHeadings() {
  for (const button of document.querySelectorAll('.expand-operation:not([aria-label])'))
    button.setAttribute('aria-label', button.closest('[data-tag]').dataset.tag);
}

/** The focus stays on the button Execute, which Swagger UI replaces when it is pressed. */
function keepFocus() {
  let operation;
  addEventListener('focusin', ({ target }) => {
    operation = target.matches('button.execute') ? target.closest('.opblock') : undefined;
  });
  addEventListener('pointerdown', () => {
    operation = undefined;
  });
  return () => {
    if (document.activeElement !== document.body) return;
    operation?.querySelector('button.execute')?.focus({ preventScroll: true });
  };
}

/** Swagger UI has a dark theme behind a class of the document. */
function followTheme() {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const apply = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
  dark.addEventListener('change', apply);
  apply();
}

/**
 * The name of an operation or heading, without a link: it is within a button that opens it, and the page's address
 * follows what is opened.
 */
const plainName =
  (_Original, { React }) =>
  ({ text }) =>
    React.createElement('span', null, text);

/** The plugin. */
export const accessibility = () => ({
  wrapComponents: { DeepLink: plainName },
  afterLoad() {
    followTheme();
    const restoreFocus = keepFocus();
    let isPlanned = false;
    const plan = () => {
      if (isPlanned) return;
      isPlanned = true;
      requestAnimationFrame(() => {
        isPlanned = false;
        restoreFocus();
        labelFields();
        labelHeadings();
        labelButtons();
        focusCode();
      });
    };
    new MutationObserver(plan).observe(document.body, { childList: true, subtree: true });
    plan();
  },
});
