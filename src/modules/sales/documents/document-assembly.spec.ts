import { createLoadPlan, type Loaded } from '../../../core/load-plan';
import { assembleDocument } from './document-assembly';
import { SalesDocument } from './entities/document.entity';

const wholePlan = createLoadPlan(SalesDocument, ['type'], {
  rows: ['parentRowId', 'name'],
  options: ['rowId', 'name'],
  taxes: ['rowId', 'name'],
});
const incompletePlan = createLoadPlan(SalesDocument, ['type'], { options: ['name'] });

describe('The parts of a document', () => {
  it('are nested by the ids of their owners', () => {
    const document = {
      ...{ id: 1, type: 1 },
      rows: [
        { id: 2, parentRowId: null, name: 'Bundle' },
        { id: 3, parentRowId: 2, name: 'Item' },
      ],
      options: [{ id: 4, rowId: 3, name: 'Size' }],
      taxes: [
        { id: 5, rowId: 2, name: 'VAT' },
        { id: 6, rowId: null, name: 'Total VAT' },
      ],
    } as Loaded<typeof wholePlan>;
    expect(assembleDocument(document)).toMatchObject({
      rows: [{ taxes: [{ id: 5 }], items: [{ id: 3, options: [{ id: 4 }] }] }],
      taxes: [{ id: 6 }],
    });
  });

  it('are not loaded without these ids', () => {
    const document = { id: 1, type: 1, options: [] } as Loaded<typeof incompletePlan>;
    // @ts-expect-error the options have no rowId
    expect(assembleDocument(document)).toMatchObject({ options: [] });
  });
});
