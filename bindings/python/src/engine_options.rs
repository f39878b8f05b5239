//! The class `EngineOption`, and the options of the built-in engine.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::ops::RangeInclusive;

use kurier_engine::search::Settings;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyBool;

use crate::errors::refused;

/// The value of an option.
#[derive(Clone, PartialEq, Debug, FromPyObject, IntoPyObject)]
pub enum OptionValue {
    /// A switch. It comes before `Number`, because Python's `True` is also an integer.
    #[pyo3(transparent)]
    Switch(Flag),
    #[pyo3(transparent)]
    Number(i64),
    #[pyo3(transparent)]
    Text(String),
}

/// A switch: exactly Python's `True` or `False`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Flag(pub bool);

impl<'a, 'py> FromPyObject<'a, 'py> for Flag {
    type Error = PyErr;

    fn extract(value: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        match value.cast::<PyBool>() {
            Ok(flag) => Ok(Self(flag.is_true())),
            Err(_) => Err(PyTypeError::new_err("expected True or False")),
        }
    }
}

impl<'py> IntoPyObject<'py> for Flag {
    type Target = PyBool;
    type Output = Borrowed<'py, 'py, PyBool>;
    type Error = std::convert::Infallible;

    fn into_pyobject(self, py: Python<'py>) -> Result<Self::Output, Self::Error> {
        self.0.into_pyobject(py)
    }
}

/// An option of an engine: its name, type, default and values.
///
///     >>> kurier.Engine("chess", hash=1).options["Threads"]
///     <EngineOption Threads: spin, 1 to 512, default 1>
#[pyclass(name = "EngineOption", module = "kurier", frozen, eq)]
#[derive(Clone, PartialEq)]
pub struct PyEngineOption {
    /// Returns the name.
    ///
    ///     >>> kurier.EngineOption("Hash", "spin", default=16, min=1, max=1024).name
    ///     'Hash'
    #[pyo3(get)]
    name: String,
    /// Returns the type: `check`, `spin`, `combo`, `string` or `button`, and for XBoard engines also `file`, `path`,
    /// `slider`, `save` and `reset`.
    ///
    ///     >>> kurier.EngineOption("Hash", "spin", default=16, min=1, max=1024).type
    ///     'spin'
    #[pyo3(get, name = "type")]
    kind: String,
    /// Returns the default: `True` or `False` for `check`, a number for `spin` and `slider`, a string otherwise; `None`
    /// for a button.
    ///
    ///     >>> kurier.EngineOption("Hash", "spin", default=16, min=1, max=1024).default
    ///     16
    #[pyo3(get)]
    default: Option<OptionValue>,
    /// Returns the minimum; `None` if the option is not numeric.
    ///
    ///     >>> kurier.EngineOption("Hash", "spin", default=16, min=1, max=1024).min
    ///     1
    #[pyo3(get)]
    min: Option<i64>,
    /// Returns the maximum; `None` if the option is not numeric.
    ///
    ///     >>> kurier.EngineOption("Hash", "spin", default=16, min=1, max=1024).max
    ///     1024
    #[pyo3(get)]
    max: Option<i64>,
    /// Returns the values to choose from, if the type is `combo`.
    ///
    ///     >>> kurier.EngineOption("Style", "combo", default="calm", var=["calm", "wild"]).var
    ///     ['calm', 'wild']
    #[pyo3(get)]
    var: Vec<String>,
}

#[pymethods]
impl PyEngineOption {
    #[new]
    #[pyo3(signature = (name, r#type, *, default = None, min = None, max = None, var = Vec::new()))]
    fn new(
        name: String,
        r#type: String,
        default: Option<OptionValue>,
        min: Option<i64>,
        max: Option<i64>,
        var: Vec<String>,
    ) -> Self {
        Self {
            name,
            kind: r#type,
            default,
            min,
            max,
            var,
        }
    }

    fn __repr__(&self) -> String {
        let mut text = format!("<EngineOption {}: {}", self.name, self.kind);
        if let (Some(min), Some(max)) = (self.min, self.max) {
            text += &format!(", {min} to {max}");
        }
        match &self.default {
            None => (),
            Some(OptionValue::Switch(flag)) => text += &format!(", default {}", flag.0),
            Some(OptionValue::Number(number)) => text += &format!(", default {number}"),
            Some(OptionValue::Text(default)) => text += &format!(", default {default}"),
        }
        text + ">"
    }
}

/// Creates the entry for an option whose value is a number in a range.
fn spin(name: &str, default: i64, range: RangeInclusive<i64>) -> (String, PyEngineOption) {
    let (min, max) = range.into_inner();
    let option = PyEngineOption {
        name: name.to_owned(),
        kind: "spin".to_owned(),
        default: Some(OptionValue::Number(default)),
        min: Some(min),
        max: Some(max),
        var: Vec::new(),
    };
    (name.to_owned(), option)
}

/// Converts a range to a range of `i64`. A bound that does not fit becomes the largest `i64`.
fn wide<T: Copy + TryInto<i64>>(range: &RangeInclusive<T>) -> RangeInclusive<i64> {
    let number = |end: T| end.try_into().unwrap_or(i64::MAX);
    number(*range.start())..=number(*range.end())
}

/// Returns the options of the built-in engine by their UCI names.
pub fn options() -> BTreeMap<String, PyEngineOption> {
    let settings = Settings::default();
    let strength = PyEngineOption {
        name: "UCI_LimitStrength".to_owned(),
        kind: "check".to_owned(),
        default: Some(OptionValue::Switch(Flag(false))),
        min: None,
        max: None,
        var: Vec::new(),
    };
    BTreeMap::from([
        spin("Hash", settings.hash as i64, wide(&Settings::HASH)),
        spin("Threads", settings.threads as i64, wide(&Settings::THREADS)),
        spin("Contempt", settings.contempt.into(), wide(&Settings::CONTEMPT)),
        (strength.name.clone(), strength),
        spin("UCI_Elo", (*Settings::ELO.end()).into(), wide(&Settings::ELO)),
    ])
}

/// Sets the option `name`, ignoring case, to `value`.
pub fn set(settings: &mut Settings, name: &str, value: &OptionValue) -> PyResult<()> {
    let number = |range: RangeInclusive<i64>| match value {
        OptionValue::Number(number) => within(name, *number, range, "").map(|()| *number),
        _ => Err(refused(format!("{name}: expected a number"))),
    };
    match name.to_ascii_lowercase().as_str() {
        "hash" => settings.hash = number(wide(&Settings::HASH))? as usize,
        "threads" => settings.threads = number(wide(&Settings::THREADS))? as usize,
        "contempt" => settings.contempt = number(wide(&Settings::CONTEMPT))? as i32,
        "uci_elo" => settings.elo = Some(number(wide(&Settings::ELO))? as u32),
        "uci_limitstrength" => match value {
            OptionValue::Switch(Flag(true)) => _ = settings.elo.get_or_insert(*Settings::ELO.end()),
            OptionValue::Switch(Flag(false)) => settings.elo = None,
            _ => return Err(refused(format!("{name}: expected True or False"))),
        },
        _ => {
            let names: Vec<String> = options().into_keys().collect();
            return Err(refused(format!("no option '{name}'; there are {}", names.join(", "))));
        }
    }
    Ok(())
}

/// Checks that a number is within a range.
pub fn within<T: PartialOrd + Display>(name: &str, number: T, range: RangeInclusive<T>, unit: &str) -> PyResult<()> {
    if range.contains(&number) {
        return Ok(());
    }
    let (least, most) = range.into_inner();
    Err(refused(format!(
        "{name}: expected {least} to {most}{unit}, found {number}"
    )))
}
