/**
 * Statements of reverse charge in the languages of the European Union that otherwise have English labels. The wording
 * is that of the translations of Directive 2006/112/EC, article 226 (11a).
 */
export const reverseChargeStatements: Readonly<Record<string, string>> = {
  bg: 'Обратно начисляване: данъкът е изискуем от получателя.',
  cs: 'Daň odvede zákazník.',
  da: 'Omvendt betalingspligt: modtageren betaler momsen.',
  el: 'Αντίστροφη επιβάρυνση: υπόχρεος για τον ΦΠΑ είναι ο λήπτης.',
  et: 'Pöördmaksustamine: käibemaksu tasub saaja.',
  fi: 'Käännetty verovelvollisuus: veron maksaa ostaja.',
  ga: 'Aistriú muirir: is ar an bhfaighteoir a thiteann an CBL.',
  hr: 'Prijenos porezne obveze: PDV plaća primatelj.',
  hu: 'Fordított adózás: az áfát a vevő fizeti.',
  lt: 'Atvirkštinis apmokestinimas: PVM moka pirkėjas.',
  lv: 'Nodokļa apgrieztā maksāšana: PVN maksā saņēmējs.',
  mt: 'Inverżjoni tal-ħlas: ir-riċevitur iħallas il-VAT.',
  nl: 'Btw verlegd: de btw is verschuldigd door de afnemer.',
  pl: 'Odwrotne obciążenie: podatek VAT rozlicza nabywca.',
  ro: 'Taxare inversă: TVA este datorată de beneficiar.',
  sk: 'Prenesenie daňovej povinnosti: daň platí príjemca.',
  sl: 'Obrnjena davčna obveznost: DDV plača prejemnik.',
  sv: 'Omvänd betalningsskyldighet: köparen betalar momsen.',
};
