/** Name of the window in which one signs in beside the page. */
export const signInWindow = 'dossier-sign-in';

/** This window was opened to sign in beside another one, which goes on by itself: it closes. */
export const closeSignInWindow = (): void => {
  if (window.name !== signInWindow) return;
  window.name = '';
  window.close();
};
