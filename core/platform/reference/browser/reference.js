/** What runs on the pages below /docs: the search, and on that of REST the viewer with the token that is tried with. */

/** Shows of the entries those that hold each word, and says how many they are. */
function searching(area) {
  const field = area.querySelector('input');
  const found = area.querySelector('[role=status]');
  const entries = [...document.querySelectorAll('.entry')].map((element) => ({
    element,
    text: element.textContent.toLowerCase(),
  }));
  const groups = [...document.querySelectorAll('.group')];
  const narrow = () => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    let count = 0;
    for (const { element, text } of entries) {
      element.hidden = !words.every((word) => text.includes(word));
      if (!element.hidden) count += 1;
    }
    for (const group of groups) group.hidden = group.querySelector('.entry:not([hidden])') === null;
    found.textContent = words.length === 0 ? '' : `${count} of ${entries.length} ${found.dataset.what}`;
  };
  area.hidden = false;
  field.addEventListener('input', narrow);
  // What a link leads to is shown, whatever was searched for.
  addEventListener('hashchange', () => {
    field.value = '';
    narrow();
    named()?.scrollIntoView();
  });
}

/** What the address names. */
const named = () => document.getElementById(decodeURIComponent(location.hash.slice(1)));

let read;
/** The document, read when the first operation is opened. */
function described() {
  return (read ??= fetch('/openapi.json', { credentials: 'omit' }).then((answer) => answer.json()));
}

/**
 * One operation as a document of its own: the viewer takes seconds for all of them. It is tried here, whatever the
 * installation is called elsewhere.
 */
function alone({ openapi, info, paths, components: { securitySchemes: _, ...components } }, path, method) {
  const { security: __, ...operation } = paths[path][method];
  const servers = [{ url: location.origin }];
  const only = { [path]: { [method]: operation } };
  return { openapi, info: { ...info, description: '' }, servers, paths: only, components };
}

let token = '';
/** By the token alone: without cookies, whatever the browser holds, nothing is done in the name of who is signed in. */
const asked = (request) => {
  request.credentials = 'omit';
  if (token !== '') request.headers.Authorization = `Bearer ${token}`;
  return request;
};

/** The viewer without what stands around it already, and without an example of each refusal: they are all alike. */
const plugin = ({ React: { createElement: make, Fragment } }) => {
  const nothing = () => () => null;
  const inside =
    () =>
    ({ children }) =>
      make(Fragment, null, children);
  const answer = (Original) => (props) => {
    const { code, response, getComponent } = props;
    if (!(Number(code) >= 400 || code === 'default')) return make(Original, props);
    const said = make(getComponent('Markdown', true), { source: response.get('description') });
    return make(
      'tr',
      { className: 'response' },
      make('td', { className: 'response-col_status' }, code),
      make('td', { className: 'response-col_description' }, said),
    );
  };
  return {
    components: { OneOperation: ({ getComponent }) => make(getComponent('operations', true)) },
    wrapComponents: {
      OperationSummary: nothing,
      OperationTag: inside,
      authorizeOperationBtn: nothing,
      ServersContainer: nothing,
      TryItOutButton: nothing,
      response: answer,
    },
  };
};

/** Names what the viewer leaves to the column beside it or to a picture, and lets the keyboard into what scrolls. */
function name(place) {
  for (const text of place.querySelectorAll('pre:not([tabindex])')) text.tabIndex = 0;
  for (const button of place.querySelectorAll('button:not([aria-label])')) {
    if (button.textContent.trim() === '') button.ariaLabel = 'All members';
  }
  for (const field of place.querySelectorAll(':is(input, select, textarea):not([aria-label])')) {
    field.ariaLabel = field.closest('[data-param-name]')?.dataset.paramName ?? usual(field);
  }
}

function usual(field) {
  if (field.matches('textarea')) return 'Body';
  return field.closest('.content-type-wrapper, .response-controls') ? 'Media type' : 'Value';
}

async function open(element) {
  const place = element.querySelector('.place');
  if (place.childElementCount > 0) return;
  place.ariaBusy = 'true';
  place.textContent = 'Reading…';
  try {
    const spec = alone(await described(), element.dataset.path, element.dataset.method);
    place.textContent = '';
    new MutationObserver(() => name(place)).observe(place, { childList: true, subtree: true });
    globalThis.SwaggerUIBundle({
      domNode: place,
      spec,
      requestInterceptor: asked,
      persistAuthorization: false,
      validatorUrl: null,
      presets: [globalThis.SwaggerUIBundle.presets.apis],
      plugins: [plugin],
      layout: 'OneOperation',
      docExpansion: 'full',
      tryItOutEnabled: true,
      displayRequestDuration: true,
      syntaxHighlight: false,
    });
  } catch {
    read = undefined;
    place.textContent = 'The operation could not be read. Close it and open it again.';
  }
  place.ariaBusy = null;
}

function viewing(form) {
  for (const element of document.querySelectorAll('.operation')) {
    element.addEventListener('toggle', () => {
      if (!element.open) return;
      history.replaceState(null, '', `#${element.id}`);
      void open(element);
    });
  }
  const state = document.getElementById('token-state');
  const none = state.textContent;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    token = form.elements.token.value.trim();
    state.textContent = token === '' ? none : 'From now on you try with this token.';
  });
  form.addEventListener('reset', () => {
    token = '';
    state.textContent = none;
  });
  const unfold = () => {
    const element = named();
    if (element?.matches('.operation')) element.open = true;
  };
  unfold();
  addEventListener('hashchange', unfold);
}

const area = document.querySelector('search');
if (area) searching(area);
const form = document.querySelector('form.token');
if (form) viewing(form);
