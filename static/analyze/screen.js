// Screenshots are pasted, dropped, chosen or photographed; they are turned and scaled here, then sent.

const LONGEST = 1800;
const KEPT = "ginsight-screens";
const ROOM = 4e6; // characters that a browser keeps for a page
const form = document.getElementById("screen-form");
const status = document.getElementById("screen-status");
const field = document.getElementById("picture");
const photo = document.getElementById("photo");

async function scaled(file) {
  const picture = await createImageBitmap(file, { imageOrientation: "from-image" });
  const scale = Math.min(1, LONGEST / Math.max(picture.width, picture.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(picture.width * scale);
  canvas.height = Math.round(picture.height * scale);
  const context = canvas.getContext("2d");
  context.imageSmoothingQuality = "high";
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise((done) => canvas.toBlob(done, "image/png"));
  return { canvas, file: new File([blob], "screen.png", { type: "image/png" }) };
}

// The pictures stay in this tab until the next are read: only for "This was read wrongly".
function keep(canvases) {
  for (const pack of [["image/png"], ["image/webp", 0.9], ["image/webp", 0.6]]) {
    const text = JSON.stringify(canvases.map((canvas) => canvas.toDataURL(...pack)));
    if (text.length < ROOM) return sessionStorage.setItem(KEPT, text);
  }
}

async function send(files) {
  status.textContent = files.length > 1 ? `Reading the cards of ${files.length} pictures …` : "Reading the cards …";
  const transfer = new DataTransfer();
  const canvases = [];
  sessionStorage.removeItem(KEPT);
  for (const file of files) {
    try {
      const small = await scaled(file);
      transfer.items.add(small.file);
      canvases.push(small.canvas);
    } catch {
      transfer.items.add(file); // the server says what is wrong with it
    }
  }
  try {
    keep(canvases);
  } catch {
    sessionStorage.removeItem(KEPT); // no room: they can still be read
  }
  field.files = transfer.files;
  photo.value = "";
  form.submit();
}

const picturesIn = (transfer) => [...(transfer?.files ?? [])].filter((file) => file.type.startsWith("image/"));

function taken(event, transfer) {
  const files = picturesIn(transfer);
  if (!files.length) return;
  event.preventDefault();
  send(files);
}

if (form) {
  form.addEventListener("submit", (event) => {
    const files = [...field.files, ...photo.files];
    if (!files.length) return;
    event.preventDefault();
    send(files);
  });
  photo.addEventListener("change", () => photo.files.length && send([...photo.files]));
  document.addEventListener("paste", (event) => taken(event, event.clipboardData));
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", (event) => taken(event, event.dataTransfer));
}

const wrong = document.getElementById("screen-wrong");
if (wrong && sessionStorage.getItem(KEPT)) {
  wrong.parentElement.hidden = false;
  wrong.addEventListener("click", () => {
    const read = [...document.querySelectorAll(".piece[data-card]")].map(({ dataset }) => ({
      card: dataset.card,
      role: dataset.role,
      box: dataset.box.split(" ").map(Number),
    }));
    const view = document.querySelector("#entry textarea").value;
    const report = { format: "ginsight-screen-1", pictures: JSON.parse(sessionStorage.getItem(KEPT)), read, view };
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([JSON.stringify(report)], { type: "application/json" }));
    link.download = "screen-read-wrongly.json";
    link.click();
  });
}
