/** Settings of a process in which passwords are hashed in a thirtieth of the time, for tests of something else. */
export const quickPasswords = { SIGN_IN_PASSWORD_COST: '10' };
