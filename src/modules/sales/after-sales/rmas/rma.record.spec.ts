import { documentRecord } from '../../documents/records/document.record';
import { rmaRecord } from './rma.record';

describe('rmaRecord', () => {
  it('has the keys of every sales document, and ADDITIONAITEMS as the specification spells it', () => {
    expect(rmaRecord.keys).toEqual(['ADDITIONAITEMS', ...documentRecord.keys]);
    expect([...rmaRecord.getLoadPlan().relations.keys()]).toContain('additionalItems');
  });
});
