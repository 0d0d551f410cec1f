/** What stands in a list where an office gives nothing. */
export const notGiven = {
  title: 'No title given',
  applicants: 'No applicant given',
  publishedOn: 'No date given',
  classes: 'No class given',
} as const;
