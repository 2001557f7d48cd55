import { type X2jOptions, XMLParser } from 'fast-xml-parser';

/** An element of parsed XML: its child elements and texts by their names, without prefixes. */
export type ParsedXmlElement = Readonly<Record<string, unknown>>;

/** Creates a parser that leaves texts as they are. Its result is an empty node for a text that isn't XML. */
export function createXmlParser(options: X2jOptions): (xml: string) => ParsedXmlElement {
  const parser = new XMLParser({
    removeNSPrefix: true,
    ignoreAttributes: true,
    parseTagValue: false,
    ...options,
  });
  return (xml) => {
    try {
      return parser.parse(xml, true) as ParsedXmlElement;
    } catch {
      return {};
    }
  };
}

/** The child element of a name; undefined without one. */
export function findChild(
  node: ParsedXmlElement | undefined,
  name: string,
): ParsedXmlElement | undefined {
  const found = node?.[name];
  return typeof found === 'object' && found !== null ? (found as ParsedXmlElement) : undefined;
}

/** The text of the child element of a name; empty without one. */
export function getChildText(node: ParsedXmlElement | undefined, name: string): string {
  const found = node?.[name];
  return typeof found === 'string' ? found : '';
}
