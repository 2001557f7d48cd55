import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { importLines } from '../../support/import';
import { toTextLines, readPdf, type ReadPdf } from '../../support/documents/pdf-reader';
import { Service } from '../../support/service/service';
import { createOrder, importMasters, smallOrder } from './sample-store';

/** Folder that the drawn documents go to, for looking at them. */
const folder = process.env['PDF_SAMPLES'];

/** Languages whose letters are moved around each other, so that their order on the page isn't that of the text. */
const MOVED: readonly string[] = ['ar', 'hi', 'th'];
/** Those of which poppler reads ligatures from left to right, pointed letters apart, or syllables with two marks twice. */
const SPLIT: readonly string[] = ['ar', 'he', 'th'];

interface Store {
  /** Name, address and city of the seller. */
  readonly seller: readonly [name: string, address: string, city: string];
  readonly countryCode: string;
  readonly currencyCode: string;
  readonly buyer: readonly [company: string, first: string, last: string];
  readonly street: string;
  readonly city: string;
  readonly goods: readonly string[];
  /** Words that the invoice has to contain: the title, reverse charge. */
  readonly says: readonly string[];
}

const dataAccess: Readonly<Record<string, Store>> = {
  ar: {
    seller: ['شركة النور للتجارة', 'شارع الملك فهد 12', 'دبي'],
    ...{ countryCode: 'AE', currencyCode: 'AED' },
    buyer: ['مؤسسة الأحمد (Al Ahmad)', 'محمد عبد الله', 'الأحمد'],
    street: 'شارع 15، مبنى 7 (الطابق 3)',
    city: 'أبو ظبي',
    goods: ['قميص قطني أزرق (XL) مقاس كبير', 'كتاب: لا إله إلا الحب', 'USB-C كابل بطول 2 م'],
    says: ['فاتورة', 'الاحتساب العكسي: متلقي السلع أو الخدمات ملزم بسداد ضريبة القيمة المضافة.'],
  },
  he: {
    seller: ['חנות הספרים בע״מ', 'רחוב הרצל 12', 'תל אביב'],
    ...{ countryCode: 'IL', currencyCode: 'ILS' },
    buyer: ['כהן ובניו בע״מ', 'דָּוִד', 'כהן'],
    street: 'רחוב בן־יהודה 5 (קומה 3)',
    city: 'חיפה',
    goods: ['חולצה כחולה (XL) מידה גדולה', 'ספר שירים ABC', 'אוזניות Bluetooth 5.3'],
    says: ['חשבונית', 'חיוב הפוך: חובת תשלום המע״מ חלה על מקבל הטובין או השירות.'],
  },
  ko: {
    seller: ['서울서점 주식회사', '종로 1', '서울특별시'],
    ...{ countryCode: 'KR', currencyCode: 'KRW' },
    buyer: ['한빛상사', '민준', '김'],
    street: '강남구 테헤란로 123',
    city: '서울특별시',
    goods: ['면 티셔츠 (파란색)', '훈민정음 해례본 복제품', 'USB-C 케이블 2m'],
    says: ['송장', '대리납부: 부가가치세는 공급받는 자가 납부합니다.'],
  },
  ja: {
    seller: ['株式会社日本商店', '丸の内1-1-1', '東京都千代田区'],
    ...{ countryCode: 'JP', currencyCode: 'JPY' },
    buyer: ['有限会社「さくら」', '花子', '髙橋'],
    street: '神保町２丁目５番地',
    city: '東京都千代田区',
    goods: ['コットンTシャツ（青・Lサイズ）', '吾輩は猫である。名前はまだ無い。', 'ギフト🎁包装'],
    says: ['請求書', 'リバースチャージ：付加価値税は受領者が納税義務を負います。'],
  },
  th: {
    seller: ['บริษัท ร้านหนังสือ จำกัด', 'ถนนสุขุมวิท 12', 'กรุงเทพมหานคร'],
    ...{ countryCode: 'TH', currencyCode: 'THB' },
    buyer: ['บริษัท น้ำใส จำกัด', 'สมชาย', 'ใจดี'],
    street: '๑๒๓ ถนนพระราม ๔',
    city: 'กรุงเทพมหานคร',
    goods: ['เสื้อยืดผ้าฝ้ายสีน้ำเงิน', 'ที่นั่งพับได้ ญี่ปุ่น', 'สาย USB-C ยาว 2 ม.'],
    says: ['ใบแจ้งหนี้', 'การเรียกเก็บภาษีย้อนกลับ: ผู้รับมีหน้าที่ชำระภาษีมูลค่าเพิ่ม'],
  },
  zh: {
    seller: ['北京书店有限公司', '建国路88号', '北京市朝阳区'],
    ...{ countryCode: 'CN', currencyCode: 'CNY' },
    buyer: ['臺北貿易有限公司', '小龙', '李'],
    street: '信義區市府路1號',
    city: '臺北市',
    goods: ['蓝色棉质T恤（大号）', '《红楼梦》', 'USB-C 数据线'],
    says: ['发票', '反向征收：增值税由接收方缴纳。'],
  },
  hi: {
    seller: ['हिन्दी पुस्तक भंडार', 'महात्मा गांधी मार्ग 12', 'नई दिल्ली'],
    ...{ countryCode: 'IN', currencyCode: 'INR' },
    buyer: ['क्षत्रिय वस्त्रालय', 'श्रीमती', 'राष्ट्रपति'],
    street: 'कृष्णा नगर ५',
    city: 'मुंबई',
    goods: ['नीली सूती कमीज़', 'ऋग्वेद की ऋचाएँ', 'USB-C केबल'],
    says: ['बीजक', 'रिवर्स चार्ज: वैट का भुगतान प्राप्तकर्ता को करना है।'],
  },
};

describe('documents in the scripts of customers', () => {
  let service: Service;

  beforeAll(async () => {
    service = await Service.start();
    await importMasters(service);
    const offices = Object.entries(dataAccess).map(([language, { seller, countryCode }]) => ({
      ...{ type: 'headquarter', pId: `hq-${language}`, name: seller[0], address: seller[1] },
      ...{ city: seller[2], countryCode, phone: '+34 910 555', email: 'office@example.com' },
      ...{ vat: `${countryCode}123456789` },
    }));
    const { rejected, errors } = await importLines(service, offices);
    if (rejected > 0) throw new Error(JSON.stringify(errors));
  });

  afterAll(async () => {
    await service.stop();
  });

  async function invoiceOf(order: object): Promise<Buffer> {
    const { ID } = await createOrder(service, smallOrder(order));
    const made = await service.post(`/v1/orders/${ID}/invoices`, {});
    const { body, text } = await service.get(`/v1/invoices/${made.body.ID}/document/pdf`);
    if (body.content === undefined) throw new Error(text);
    return Buffer.from(body.content as string, 'base64');
  }

  /** The text that another reader extracts from a document; undefined where it is not installed. */
  function copiedFrom(bytes: Buffer): string | undefined {
    const { status, stdout } = spawnSync('pdftotext', ['-raw', '-', '-'], { input: bytes });
    return status === 0 ? stdout.toString() : undefined;
  }

  /** Without marks of direction, punctuation, spaces and vowel signs. */
  const bare = (text: string): string =>
    text.normalize('NFD').replace(/[\p{Cf}\p{M}\p{P}\s]/gu, '');

  const textOf = ({ pages }: ReadPdf): string => pages.flatMap(toTextLines).join('\n');

  it.each(Object.entries(dataAccess))(
    'are read as they were written: %s',
    async (language, store) => {
      const { buyer, street, city, goods, countryCode, currencyCode } = store;
      const [company, firstName, lastName] = buyer;
      const bytes = await invoiceOf({
        ...{ languageCode: language, currencyCode, headquarter: { pId: `hq-${language}` } },
        ...{ date: '2026-03-01T10:00:00Z', reverseChargeVat: true, paid: true },
        paymentDate: '2026-03-02T10:00:00Z',
        user: {
          email: 'buyer@example.com',
          billingAddress: {
            ...{ countryCode, company, firstName, lastName, address: street, city },
            ...{ postalCode: '10115', vat: `${countryCode}987654321` },
          },
        },
        rows: goods.map((name, at) => ({
          name,
          sku: `S-${at}`,
          quantity: at + 1,
          price: 1234.5 * (at + 1),
        })),
      });
      if (folder !== undefined) {
        await mkdir(folder, { recursive: true });
        await writeFile(join(folder, `invoice-${language}.pdf`), bytes);
      }
      const read = readPdf(bytes);
      const text = textOf(read);
      const copied = copiedFrom(bytes);
      const expectedTexts = [
        ...store.seller.slice(0, 2),
        company,
        firstName,
        lastName,
        street,
        city,
      ];
      const words = [...expectedTexts, ...goods, ...store.says]
        .flatMap((one) => one.split(/\s+/))
        .map(bare);
      for (const word of words) {
        const letters = new Set(bare(text));
        expect(Array.from(word).filter((letter) => !letters.has(letter))).toEqual([]);
        if (!MOVED.includes(language)) expect(bare(text)).toContain(word);
        if (copied !== undefined && !SPLIT.includes(language)) expect(bare(copied)).toContain(word);
      }
      // The VAT numbers of both, as invoices in the European Union need them.
      expect(text).toMatch(new RegExp(`${countryCode}123456789`));
      expect(text).toMatch(new RegExp(`${countryCode}987654321`));
      expect(text).not.toContain('\ufffd');
      expect(read.language).toBe(language);
      const title = read.pages[0]?.filter(({ size }) => size === 18) ?? [];
      // A document that reads from right to left begins on the right: its title ends the head on the left.
      expect(Math.min(...title.map(({ left }) => left)) < 200).toBe(
        ['ar', 'he'].includes(language),
      );
    },
  );

  it('have a buyer’s name in Latin letters where no font has its script', async () => {
    const names = ['ᏣᎳᎩ', 'ᚠᚢᚦ', '𐌰𐌱', 'Ada 🂡', '\ue000'];
    const bytes = await invoiceOf({
      languageCode: 'en',
      user: {
        email: 'ada@example.com',
        billingAddress: { countryCode: 'ES', firstName: names.join(' '), lastName: 'محمد' },
      },
    });
    const text = textOf(readPdf(bytes));
    expect(text).not.toMatch(/[\ufffd\ue000Ꭰ-Ᏼ\u{16a0}-\u{16ff}]/u);
    expect(text).toMatch(/TsaLaGi fu.* Ada/);
    expect(text).toContain('[U+E000]');
    expect(text).toContain('محمد');
  });

  it('are set in the fonts that the store brings, where these have the letters', async () => {
    await service.stop();
    const fonts = join(dirname(require.resolve('@embedpdf/fonts-jp')), '../fonts');
    const brand = ['Regular', 'Bold'].map((style) => join(fonts, `NotoSansJP-${style}.otf`));
    service = await Service.start({ PDF_FONTS: brand.join(', ') });
    await importMasters(service);
    const rows = [{ name: 'Größe Ж محمد 日本', quantity: 1, price: 10 }];
    const read = readPdf(await invoiceOf({ rows }));
    expect(textOf(read)).toContain('Größe Ж محمد 日本');
    const names = read.fonts.map((name) => name.replace(/^[A-Z]+\+|-Identity-H$/g, ''));
    expect([...new Set(names)].sort()).toEqual(
      ['Almarai-Regular', 'NotoSansJP-Bold', 'NotoSansJP-Regular'].sort(),
    );
  });

  it.each([
    ['/nowhere/brand.ttf', "PDF_FONTS: /nowhere/brand.ttf can't be read (ENOENT)"],
    [__filename, `PDF_FONTS: ${__filename} is damaged, or not a TrueType, OpenType or WOFF2 font`],
  ])('are not begun without a font that the settings name: %s', async (path, message) => {
    await expect(Service.start({ PDF_FONTS: path })).rejects.toThrow(message);
  });

  it('are not begun with a font of which the end is missing', async () => {
    const font = '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf';
    const whole = await readFile(require.resolve(font));
    const path = join(await mkdtemp(join(tmpdir(), 'fonts-')), 'cut.ttf');
    await writeFile(path, whole.subarray(0, 100));
    await expect(Service.start({ PDF_FONTS: path })).rejects.toThrow(
      `PDF_FONTS: ${path} is damaged`,
    );
    await rm(dirname(path), { recursive: true });
  });
});
