/** What stands against a change that takes something away, as the OpenAPI document tells it. */
export const lockOuts = {
  409:
    'Nobody could do something any more that only members with such a role can: manage the members of the team (`last-member-manager`), own it (`last-owner`), ' +
    'edit who may do what (`last-access-manager`), or manage the organization (`last-organization-manager`)',
} as const;
