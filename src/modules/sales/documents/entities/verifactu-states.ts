/**
 * State of a record at AEAT. `corrected`: it was rejected, or accepted with errors, and a newer record corrects it. A
 * record without a submission is pending.
 */
export const submissionStates = [
  'pending',
  'accepted',
  'acceptedWithErrors',
  'rejected',
  'corrected',
] as const;
export type SubmissionState = (typeof submissionStates)[number];
