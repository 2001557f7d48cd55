import { DatabaseFull } from '../../../core/errors';
import { BlankLinesTooMany, ImportInterrupted } from './import-errors';
import { ImportSummaryBuilder } from './import-summary';
import { RepeatedRecordDetector } from './repeated-record-detector';

describe('An import that ended early', () => {
  const summary = {
    ...new ImportSummaryBuilder({ listsRecords: false, isDryRun: false }).toSummary(),
    ...new RepeatedRecordDetector({ comparesAll: false }).getSummary(),
    created: 11_500,
    dryRun: false,
  };

  it('does not claim that nothing was changed', () => {
    expect(new DatabaseFull().detail).toContain('Nothing was changed');
    const error = new ImportInterrupted(new DatabaseFull(), summary);
    expect([error.code, error.status, error.title]).toEqual([
      'database.full',
      507,
      "The database's disk is full",
    ]);
    expect(error.detail).toBe(
      "The database's disk is full. The import ended early; `imported` counts the records before this point.",
    );
    expect(error.extensionMembers).toMatchObject({ imported: { created: 11_500 } });
  });

  it('keeps the details of the errors of imports', () => {
    const cause = new BlankLinesTooMany();
    expect(new ImportInterrupted(cause, summary).detail).toBe(cause.detail);
  });
});
