/** An element of XML: the texts and elements below it by name, in order. */
export interface XmlNode {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  text: string;
  readonly children: XmlNode[];
}

const TOKEN = /<\?[^?]*\?>|<(\/?)([\w:]+)((?:\s+[\w:]+="[^"]*")*)\s*(\/?)>|([^<]+)/g;
const ATTRIBUTE = /([\w:]+)="([^"]*)"/g;
const entities: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" },
};

/** Reads XML without comments, doctypes and CDATA. @throws Error where elements don't end as they begin */
export function readXml(xml: string): XmlNode {
  const root: XmlNode = { name: '', attributes: {}, text: '', children: [] };
  const open = [root];
  let at = 0;
  for (const match of xml.matchAll(TOKEN)) {
    if (match.index !== at) throw new Error(`This is no XML: ${xml.slice(at, at + 40)}`);
    at += match[0].length;
    const [, end, name, attributes = '', alone, text] = match;
    const current = open.at(-1)!;
    if (text !== undefined) current.text += unescaped(text);
    else if (end) {
      if (open.pop()?.name !== name) throw new Error(`${current.name} ends as ${name}`);
    } else if (name !== undefined) {
      const pairs = [...attributes.matchAll(ATTRIBUTE)];
      const known = pairs.map(([, key, value]) => [key, unescaped(value!)]);
      const node = { name, attributes: Object.fromEntries(known), text: '', children: [] };
      current.children.push(node);
      if (!alone) open.push(node);
    }
  }
  if (at !== xml.length || open.length !== 1) throw new Error('The XML does not end');
  return root.children[0]!;
}

function unescaped(text: string): string {
  return text.replace(/&(\w+);/g, (_, name: string) => entities[name]!);
}

/** All elements that a path of names leads to. */
export function findAllElements(node: XmlNode, path: string): XmlNode[] {
  return path
    .split('/')
    .reduce<XmlNode[]>(
      (found, name) => found.flatMap(({ children }) => children.filter((one) => one.name === name)),
      [node],
    );
}

/** The text of the first one; empty without any. */
export function textAt(node: XmlNode, path: string): string {
  return findAllElements(node, path)[0]?.text ?? '';
}
