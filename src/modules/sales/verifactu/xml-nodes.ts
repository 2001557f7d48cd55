import { type X2jOptions, XMLParser } from 'fast-xml-parser';

/** An element of parsed XML: its child elements and texts by their names, without prefixes. */
export type XmlNode = Readonly<Record<string, unknown>>;

/** Creates a parser that leaves texts as they are. Its result is an empty node for a text that isn't XML. */
export function createXmlReader(options: X2jOptions): (xml: string) => XmlNode {
  const parser = new XMLParser({
    removeNSPrefix: true,
    ignoreAttributes: true,
    parseTagValue: false,
    ...options,
  });
  return (xml) => {
    try {
      return parser.parse(xml, true) as XmlNode;
    } catch {
      return {};
    }
  };
}

/** The child element of a name; undefined without one. */
export function findChild(node: XmlNode | undefined, name: string): XmlNode | undefined {
  const found = node?.[name];
  return typeof found === 'object' && found !== null ? (found as XmlNode) : undefined;
}

/** The text of the child element of a name; empty without one. */
export function getChildText(node: XmlNode | undefined, name: string): string {
  const found = node?.[name];
  return typeof found === 'string' ? found : '';
}
