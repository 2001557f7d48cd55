import type { BusinessTermGroup, BusinessTerm } from './business-terms';

/** The value of an attribute or text: a term, or a constant text. */
export type ElementValue = BusinessTerm | { readonly constant: string };

type ElementAttributes = Readonly<Record<string, ElementValue>>;

/** An element of a syntax, in the order of its schema. */
export interface ElementBinding {
  readonly name: string;
  readonly attributes?: ElementAttributes;
  /** Text of the element. */
  readonly value?: ElementValue;
  readonly children?: readonly ElementBinding[];
  /** The element is repeated for each member of this group. */
  readonly repeatedFor?: BusinessTerm;
  /** Whether the text is a date that is written without hyphens. */
  readonly isCompactDate?: boolean;
  /** Whether the element is written even if it contains no term. */
  readonly isRequired?: boolean;
}

/** Creates an element with a text. */
export function textElement(
  name: string,
  value: ElementValue,
  attributes?: ElementAttributes,
): ElementBinding {
  return { name, value, ...(attributes ? { attributes } : {}) };
}

/** Creates an element with a constant text. It is only written if its parent contains a term. */
export function constantElement(name: string, value: string): ElementBinding {
  return { name, value: { constant: value } };
}

/** Creates an element with children. It is omitted if they contain no term. */
export function parentElement(
  name: string,
  ...children: readonly ElementBinding[]
): ElementBinding {
  return { name, children };
}

/** Creates an element that is never omitted. It doesn't keep its parent from being omitted. */
export function requiredElement(
  name: string,
  ...children: readonly ElementBinding[]
): ElementBinding {
  return { name, children, isRequired: true };
}

/** Creates an element that is repeated for each member of a group. */
export function repeatedElement(
  group: BusinessTerm,
  name: string,
  ...children: readonly ElementBinding[]
): ElementBinding {
  return { name, repeatedFor: group, children };
}

/** Input of the XML builder: attributes by names with `@`, text as `#`, repeated elements as lists. */
export interface XmlElement {
  [name: string]: string | XmlElement | XmlElement[];
}

/** Groups to look up terms in, the innermost first. */
type TermScope = readonly BusinessTermGroup[];

/** Builds the content of an element with these children, in order. */
export function buildElements(
  elements: readonly ElementBinding[],
  group: BusinessTermGroup,
): XmlElement {
  return buildContent(elements, [group]).content;
}

interface BuiltElement {
  readonly content: XmlElement;
  /** Whether the element contains a term. */
  readonly hasTerm: boolean;
}

function buildContent(elements: readonly ElementBinding[], scope: TermScope): BuiltElement {
  const content: XmlElement = {};
  let hasTerm = false;
  for (const element of elements) {
    for (const inner of listRepetitionScopes(element, scope)) {
      const built = buildElement(element, inner);
      if (!built) continue;
      hasTerm ||= built.hasTerm;
      const list = (content[element.name] ??= []) as XmlElement[];
      list.push(built.content);
    }
  }
  return { content, hasTerm };
}

function listRepetitionScopes(
  { repeatedFor: group }: ElementBinding,
  scope: TermScope,
): TermScope[] {
  if (group === undefined) return [scope];
  const members = scope[0]?.[group];
  return Array.isArray(members) ? members.map((one: BusinessTermGroup) => [one, ...scope]) : [];
}

/** Builds an element; undefined if it is omitted. */
function buildElement(element: ElementBinding, scope: TermScope): BuiltElement | undefined {
  const { value, children = [], isRequired = false } = element;
  if (value !== undefined) {
    const written = findValue(value, scope);
    if (written === undefined) return undefined;
    const text = element.isCompactDate ? written.replaceAll('-', '') : written;
    const content = { ...buildAttributes(element, scope), '#': text };
    return { content, hasTerm: typeof value === 'string' };
  }
  const { content, hasTerm } = buildContent(children, scope);
  if (!hasTerm && !isRequired) return undefined;
  return { content: { ...buildAttributes(element, scope), ...content }, hasTerm };
}

function buildAttributes({ attributes = {} }: ElementBinding, scope: TermScope): XmlElement {
  const result: XmlElement = {};
  for (const [name, value] of Object.entries(attributes)) {
    const written = findValue(value, scope);
    if (written !== undefined) result[`@${name}`] = written;
  }
  return result;
}

function findValue(value: ElementValue, scope: TermScope): string | undefined {
  if (typeof value !== 'string') return value.constant;
  for (const group of scope) {
    const written = group[value];
    if (typeof written === 'string') return written;
  }
  return undefined;
}
