/**
 * A textlint rule about sentences: how many words they have, and how they start. Code, whatever it holds, is one word; a link
 * is the words that it shows.
 */
const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

const STARTS = [
  {
    pattern: /^(What|Who|Whose|Whoever|Whatever|Nobody|Nothing that|Those who|Those that)\b/,
    isRefused: (sentence, inHeader) => !inHeader && !/\?\W*$/.test(sentence),
    message: (start) =>
      `Name the thing in place of "${start}": "Additions are marked", "If you ..."`,
  },
  {
    pattern: /^Of (?!course\b)\S+/,
    isRefused: () => true,
    message: (start) => `Subject, verb, object: move "${start} ..." behind the verb`,
  },
];

/** The text that a reader sees, and for each character its offset in `node`. */
function shownText(node, source, text = [], offsets = []) {
  const add = (string, offset) => {
    for (let at = 0; at < string.length; at += 1) offsets.push(offset + at);
    text.push(string);
  };
  const start = node.range[0];
  const visit = (child) => {
    if (child.type === 'Str') add(source(child).replace(/\s/g, ' '), child.range[0] - start);
    else if (child.type === 'Code')
      add(`C${'_'.repeat(source(child).length - 1)}`, child.range[0] - start);
    else if (child.type === 'Break') add(' ', child.range[0] - start);
    else if (child.type === 'Html' && child.value === '<br>') add('\n', child.range[0] - start);
    else child.children?.forEach(visit);
  };
  node.children.forEach(visit);
  return { text: text.join(''), offsets };
}

function wordsOf(sentence) {
  return sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

module.exports = (context, { max }) => {
  const { Syntax, RuleError, getSource, report } = context;
  const check = (node) => {
    const { text, offsets } = shownText(node, getSource);
    for (const { segment, index } of segmenter.segment(text)) {
      const before = /^[^\p{L}\p{N}]*/u.exec(segment)[0].length;
      const sentence = segment.slice(before);
      if (sentence === '') continue;
      const refuse = (message) =>
        report(node, new RuleError(message, { index: offsets[index + before] }));
      const count = wordsOf(sentence);
      if (count > max)
        refuse(`${count} words in a sentence, at most ${max}: make it two, or a list`);
      for (const { pattern, isRefused, message } of STARTS) {
        const start = pattern.exec(sentence)?.[0];
        if (start && isRefused(sentence, node.type === Syntax.Header)) refuse(message(start));
      }
    }
  };
  return { [Syntax.Paragraph]: check, [Syntax.Header]: check, [Syntax.TableCell]: check };
};
