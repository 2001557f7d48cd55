import { hashRecord } from './record-hash';

// AEAT's own test vectors: a first record, its successor, and the annulment of that one.

const issued = { taxNumber: '89890001K', issuedOn: '01-01-2024' };
const amounts = { invoiceType: 'F1', taxTotal: '12.35', total: '123.45' };
const first = '3C464DAF61ACB827C65FDA19F352A4E3BDC2C640E9E9FC4CC058073F38F12F60';
const second = 'F7B94CFD8924EDFF273501B01EE5153E4CE8F259766F88CF6ACB8935802A2B97';

describe('the hash of an invoicing record', () => {
  it('is that of the first record', () => {
    const hash = hashRecord({
      ...issued,
      number: '12345678/G33',
      amounts,
      previousHash: '',
      generatedAt: '2024-01-01T19:20:30+01:00',
    });
    expect(hash).toBe(first);
  });

  it('includes the hash of the previous record', () => {
    const hash = hashRecord({
      ...issued,
      number: '12345679/G34',
      amounts,
      previousHash: first,
      generatedAt: '2024-01-01T19:20:35+01:00',
    });
    expect(hash).toBe(second);
  });

  it('has other fields for an annulment', () => {
    const hash = hashRecord({
      ...issued,
      number: '12345679/G34',
      previousHash: second,
      generatedAt: '2024-01-01T19:20:40+01:00',
    });
    expect(hash).toBe('177547C0D57AC74748561D054A9CEC14B4C4EA23D1BEFD6F2E69E3A388F90C68');
  });
});
