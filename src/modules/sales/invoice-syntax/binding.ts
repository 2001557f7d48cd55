import type { BusinessTermGroup, BusinessTerm } from './business-terms';

/** The value of an attribute or text: a term, or a text that is always the same. */
export type ElementValue = BusinessTerm | { readonly always: string };

type ElementAttributes = Readonly<Record<string, ElementValue>>;

/** An element of a syntax, in the order of its schema. */
export interface ElementBinding {
  readonly name: string;
  readonly attributes?: ElementAttributes;
  /** Its text. */
  readonly value?: ElementValue;
  readonly children?: readonly ElementBinding[];
  /** The group that it is repeated for. */
  readonly repeatedFor?: BusinessTerm;
  /** Whether its text, a day, is written without hyphens. */
  readonly isDay?: boolean;
  /** Whether it stands there without any term in it. */
  readonly isRequired?: boolean;
}

/** An element that holds a text. */
export function textElement(
  name: string,
  value: ElementValue,
  attributes?: ElementAttributes,
): ElementBinding {
  return { name, value, ...(attributes ? { attributes } : {}) };
}

/** An element whose text is always the same; it stands there where a term beside it does. */
export function constantElement(name: string, value: string): ElementBinding {
  return { name, value: { always: value } };
}

/** An element that holds others; without a term in any of them it is left out. */
export function parentElement(
  name: string,
  ...children: readonly ElementBinding[]
): ElementBinding {
  return { name, children };
}

/** The same, which stands there anyway. It alone is no reason for the element around it. */
export function requiredElement(
  name: string,
  ...children: readonly ElementBinding[]
): ElementBinding {
  return { name, children, isRequired: true };
}

/** One for each member of a group. */
export function repeatedElement(
  group: BusinessTerm,
  name: string,
  ...children: readonly ElementBinding[]
): ElementBinding {
  return { name, repeatedFor: group, children };
}

/** What the XML builder takes: attributes by names with `@`, text as `#`, repeated elements as lists. */
export interface XmlElement {
  [name: string]: string | XmlElement | XmlElement[];
}

/** Where terms are looked up: in a member of a group, then in what it stands in. */
type TermScope = readonly BusinessTermGroup[];

/** The content of an element that holds these, in order. */
export function buildElements(
  elements: readonly ElementBinding[],
  group: BusinessTermGroup,
): XmlElement {
  return buildContent(elements, [group]).content;
}

interface BuiltElement {
  readonly content: XmlElement;
  /** Whether there is a term in it. */
  readonly isFilled: boolean;
}

function buildContent(elements: readonly ElementBinding[], scope: TermScope): BuiltElement {
  const content: XmlElement = {};
  let isFilled = false;
  for (const element of elements) {
    for (const inner of toScopes(element, scope)) {
      const made = buildElement(element, inner);
      if (!made) continue;
      isFilled ||= made.isFilled;
      const list = (content[element.name] ??= []) as XmlElement[];
      list.push(made.content);
    }
  }
  return { content, isFilled };
}

function toScopes({ repeatedFor: group }: ElementBinding, scope: TermScope): TermScope[] {
  if (group === undefined) return [scope];
  const members = scope[0]?.[group];
  return Array.isArray(members) ? members.map((one: BusinessTermGroup) => [one, ...scope]) : [];
}

/** Undefined: it is left out. */
function buildElement(element: ElementBinding, scope: TermScope): BuiltElement | undefined {
  const { value, children = [], isRequired = false } = element;
  if (value !== undefined) {
    const written = findValue(value, scope);
    if (written === undefined) return undefined;
    const shown = element.isDay ? written.replaceAll('-', '') : written;
    const content = { ...buildAttributes(element, scope), '#': shown };
    return { content, isFilled: typeof value === 'string' };
  }
  const { content, isFilled } = buildContent(children, scope);
  if (!isFilled && !isRequired) return undefined;
  return { content: { ...buildAttributes(element, scope), ...content }, isFilled };
}

function buildAttributes({ attributes = {} }: ElementBinding, scope: TermScope): XmlElement {
  const known: XmlElement = {};
  for (const [name, value] of Object.entries(attributes)) {
    const written = findValue(value, scope);
    if (written !== undefined) known[`@${name}`] = written;
  }
  return known;
}

function findValue(value: ElementValue, scope: TermScope): string | undefined {
  if (typeof value !== 'string') return value.always;
  for (const group of scope) {
    const written = group[value];
    if (typeof written === 'string') return written;
  }
  return undefined;
}
